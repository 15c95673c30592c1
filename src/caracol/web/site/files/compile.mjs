// Compiles what a site loads first, in the Python that its visitors run, so that it starts sooner.
// Arguments: a folder with pyodide.mjs and packages.zip; both archives in it are replaced.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const read = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: folder });
python.unpackArchive(read("packages.zip"), "zip", { extractDir: "/packages" });
python.runPython("import sys; sys.path.append('/packages')");
const compiling = python.pyimport("caracol.web.site.compiling");
compiling.load_modules();
for (const name of ["packages.zip", "python_stdlib.zip"]) {
  python.globals.set("archive", read(name));
  const compiled = compiling.compile_loaded(python.runPython("archive.to_bytes()"));
  writeFileSync(`${folder}/${name}`, compiled.toJs());
}
