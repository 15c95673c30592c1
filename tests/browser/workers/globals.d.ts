/** Names that the scripts of workers get from elsewhere. */

// Written above service-worker.js by `caracol site`.
declare const VERSION: string;
declare const HEADERS: Record<string, string>;
declare const START: string[];
declare const FILES: string[];

declare module "*/python/pyodide.mjs" {
  type Files = {
    mkdirTree(path: string): void;
    mount(type: object, options: object, path: string): void;
    syncfs(fetching: boolean, done: (error: unknown) => void): void;
    filesystems: { IDBFS: object };
  };
  type Python = {
    FS: Files;
    pyimport(name: string): any;
    runPython(code: string): void;
    unpackArchive(data: ArrayBuffer, format: string, options: { extractDir: string }): void;
  };
  export function loadPyodide(options: { indexURL: string; checkAPIVersion: boolean }): Promise<Python>;
}
