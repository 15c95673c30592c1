import { find, make } from "./shared/dom.js";

/** The page of the HTTP interface, made from its own description; an operation can be tried. */

const said = await (await fetch("openapi.json")).json();
find("about").textContent = said.info.summary;

/** @type {Record<string, any>} */
const EXAMPLES = { genre: "nonogram", to: "json", puzzles: [] };

/** @param {any} schema @returns {any} */
function resolved(schema) {
  return schema?.$ref ? said.components.schemas[schema.$ref.split("/").pop()] : schema;
}

/** What a value may be, in a few words. @param {any} schema @returns {string} */
function kind(schema) {
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.anyOf) return schema.anyOf.map(kind).join(" or ");
  if (schema.enum) return schema.enum.join(", ");
  if (schema.const !== undefined) return String(schema.const);
  if (schema.type === "array") return `list of ${schema.items ? kind(schema.items) : "anything"}`;
  return [schema.type || "anything"].flat().join(" or ");
}

/** @param {any} schema */
function entries(schema) {
  const { properties = {}, required = [] } = resolved(schema) || {};
  return make(
    "dl",
    {},
    Object.entries(properties).flatMap(([name, entry]) => {
      const words = [kind(entry), required.includes(name) ? "required" : "", entry.default !== undefined && entry.default !== null ? `usually ${JSON.stringify(entry.default)}` : "", entry.title || entry.description || ""];
      return [make("dt", {}, [make("code", { textContent: name })]), make("dd", { textContent: words.filter(Boolean).join("; ") })];
    }),
  );
}

/** @param {any} schema */
function example(schema) {
  const { properties = {}, required = [] } = resolved(schema) || {};
  /** @type {Record<string, any>} */ const made = {};
  for (const name of required) made[name] = properties[name].examples?.[0] ?? EXAMPLES[name] ?? "";
  return JSON.stringify(made, null, 2);
}

/** @param {string} path @param {string} method @param {any} operation */
function shown(path, method, operation) {
  const schema = operation.requestBody?.content["application/json"].schema;
  const parts = [make("p", { textContent: operation.description || "" })];
  if (operation.parameters) {
    parts.push(make("dl", {}, operation.parameters.flatMap((/** @type {any} */ p) => [make("dt", {}, [make("code", { textContent: p.name })]), make("dd", { textContent: `${[p.in, kind(p.schema), p.schema.title].filter(Boolean).join("; ")}` })])));
  }
  if (schema) {
    const text = make("textarea", { rows: 6, value: example(schema), spellcheck: false, "aria-label": `Request of ${path}` });
    const answer = make("pre", { hidden: true, tabIndex: 0, "aria-label": "Answer" });
    const tried = async () => {
      const response = await fetch(path.slice(1), { method, headers: { "content-type": "application/json" }, body: text.value });
      const body = await response.text();
      answer.hidden = false;
      answer.textContent = `${response.status}\n${response.headers.get("content-type")?.includes("json") ? JSON.stringify(JSON.parse(body), null, 1).slice(0, 4000) : body.slice(0, 1000)}`;
    };
    parts.push(entries(schema), text, make("div", { className: "bar" }, [make("button", { type: "button", textContent: "Try it", onclick: tried })]), answer);
  }
  return make("details", {}, [make("summary", {}, [make("code", { textContent: `${method.toUpperCase()} ${path}` })]), ...parts]);
}

for (const [path, methods] of Object.entries(said.paths)) {
  for (const [method, operation] of Object.entries(/** @type {Record<string, any>} */ (methods))) {
    find("operations").append(shown(path, method, operation));
  }
}
