// Runs a Python program in Pyodide, the newest Python that npm has.
// Arguments: the program, a folder that is put on Python's path, and a wheel to install or "-".
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [program, folder, wheel] = process.argv.slice(2);
const python = await loadPyodide();
try {
  python.mountNodeFS("/site-packages", folder);
  if (wheel !== "-") {
    python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir: "/wheels" });
  }
  python.runPython("import sys; sys.path[:0] = ['/site-packages', '/wheels']");
  python.runPython(readFileSync(program, "utf-8"));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
