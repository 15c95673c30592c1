// Answers the questions of everywhere.py in Pyodide, as a browser would, and lists what compiled
// modules import that Pyodide does not have.
// Arguments: the folder that scripts/browser-parts fills, and folders that are put on Python's path.
// Standard input has the questions, and standard output gets the answers.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

// What the loader of Emscripten provides for each module.
const LOADED = ["memory", "__indirect_function_table", "__memory_base", "__table_base", "__stack_pointer"];

const asked = await text(process.stdin);
const [parts, ...folders] = process.argv.slice(2).map((folder) => resolve(folder));
const { loadPyodide } = await import(pathToFileURL(join(parts, "pyodide", "pyodide.mjs")));
const wheels = readdirSync(parts).filter((name) => name.endsWith(".whl"));

function compile(bytes) {
  return new WebAssembly.Module(bytes);
}

function listMissing(python) {
  const main = compile(readFileSync(join(parts, "pyodide", "pyodide.asm.wasm")));
  const had = new Set(LOADED);
  WebAssembly.Module.exports(main).forEach(({ name }) => had.add(name));
  WebAssembly.Module.imports(main).forEach(({ name }) => had.add(name));
  const found = python.runPython("import glob; glob.glob('/wheels/**/*.so', recursive=True)").toJs();
  return Object.fromEntries(
    found.map((path) => {
      const module = compile(python.FS.readFile(path));
      const own = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
      const names = WebAssembly.Module.imports(module).map(({ name }) => name);
      const missing = names.filter((name) => !had.has(name) && !own.has(name));
      return [path.split("/").at(-1).split(".")[0], { imports: names.length, missing }];
    }),
  );
}

const python = await loadPyodide();
try {
  for (const name of wheels) {
    const content = new Uint8Array(readFileSync(join(parts, name)));
    python.unpackArchive(content, "wheel", { extractDir: "/wheels" });
  }
  const imports = listMissing(python);
  const path = ["/wheels"];
  folders.forEach((folder, number) => {
    python.mountNodeFS(`/folder-${number}`, folder);
    path.push(`/folder-${number}`);
  });
  python.globals.set("path", python.toPy(path));
  python.globals.set("asked", asked);
  python.runPython("import sys; sys.path[:0] = path");
  const answers = JSON.parse(python.runPython("import everywhere; everywhere.answer_all(asked)"));
  console.log(JSON.stringify({ ...answers, imports }));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
