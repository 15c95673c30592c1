import { ADDRESSES } from "./addresses.js";
import { decodeBase64 } from "../shared/address.js";
import { Offline, Problem } from "./problems.js";

/** Answers from a server, over HTTP. No other file of the page knows that there is one. */

const WHO = "The server";

/**
 * How an operation is asked. Entries stand in the address, or else in the body.
 * @param {string} operation @param {Record<string, any>} entries @returns {[string, RequestInit]}
 */
function request(operation, entries) {
  const [method, path] = (ADDRESSES[operation] || `POST /${operation}`).split(" ");
  if (method === "POST") return [`api${path}`, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(entries) }];
  const rest = new URLSearchParams(entries);
  const address = path.replace(/\{(\w+)\}/g, (_, name) => {
    rest.delete(name);
    return encodeURIComponent(entries[name]);
  });
  return [rest.size ? `api${address}?${rest}` : `api${address}`, { method }];
}

/** Return the answer of the server to a question. @type {import("./answer.js").Answer} */
export async function answerFromServer(operation, entries, { signal, hear }) {
  const [address, asked] = request(operation, entries);
  const accept = hear ? "text/event-stream" : "*/*";
  const response = await reached(fetch(address, { ...asked, headers: { ...asked.headers, accept }, signal }));
  if (!response.ok) {
    const said = await response.json().catch(() => ({ type: "http", detail: response.statusText, where: "" }));
    throw new Problem(response.status, said);
  }
  if (hear) return followed(/** @type {ReadableStream<Uint8Array>} */ (response.body).getReader(), hear);
  const data = response.headers.get("content-type") === "application/json";
  return reached(data ? response.json() : response.blob());
}

/** What comes from the server, unless it cannot be reached. @template T @param {Promise<T>} coming @returns {Promise<T>} */
async function reached(coming) {
  try {
    return await coming;
  } catch (error) {
    if (/** @type {Error} */ (error).name === "AbortError") throw error;
    throw new Offline(WHO);
  }
}

/**
 * The last of several events: an answer or a problem.
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader @param {(news: any) => void} hear
 * @returns {Promise<any>}
 */
async function followed(reader, hear) {
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const part = await reached(reader.read());
    if (part.done) throw new Offline(WHO);
    text += decoder.decode(part.value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() || "";
    for (const event of events) {
      const name = /^event: (.*)$/m.exec(event)?.[1];
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (!name || data === undefined) continue;
      const content = JSON.parse(data);
      if (name === "progress") hear(content);
      else if (name === "problem") throw new Problem(content.status, content);
      else return content.media ? new Blob([decodeBase64(content.data)], { type: content.media }) : content;
    }
  }
}
