/** Questions to the server. */

/** What the server said instead of an answer. */
export class Problem extends Error {
  /** @param {number} status @param {{type: string, detail: string, where: string}} said */
  constructor(status, said) {
    super(said.where ? `${said.where}: ${said.detail}` : said.detail);
    this.status = status;
    this.type = said.type;
    this.where = said.where;
  }
}

/** The server could not be reached. */
export class Offline extends Error {
  constructor() {
    super("The server cannot be reached. Your moves are kept; the page keeps trying.");
  }
}

/** @type {Set<(online: boolean) => void>} */
const listeners = new Set();
let online = true;

/** Be told when the server goes and comes back. @param {(online: boolean) => void} listener */
export function onConnection(listener) {
  listeners.add(listener);
}

/** @param {boolean} now */
function connection(now) {
  if (now !== online) {
    online = now;
    for (const listener of listeners) listener(now);
  }
}

/**
 * Ask the server, whatever comes back.
 * @param {string} path @param {any} body @param {{signal?: AbortSignal, accept?: string, method?: string}} [how]
 * @returns {Promise<Response>}
 */
export async function send(path, body, how = {}) {
  let response;
  try {
    response = await fetch(`api/${path}`, {
      method: how.method || (body === undefined ? "GET" : "POST"),
      headers: { accept: how.accept || "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: how.signal,
    });
  } catch (error) {
    if (/** @type {Error} */ (error).name === "AbortError") throw error;
    connection(false);
    throw new Offline();
  }
  connection(true);
  if (!response.ok) {
    const said = await response.json().catch(() => ({ type: "http", detail: response.statusText, where: "" }));
    throw new Problem(response.status, said);
  }
  return response;
}

/**
 * Ask the server for data.
 * @param {string} path @param {any} [body] @param {{signal?: AbortSignal, method?: string}} [how]
 * @returns {Promise<any>}
 */
export async function ask(path, body, how) {
  return (await send(path, body, how)).json();
}

/**
 * Ask again and again until the server can be reached.
 * @param {string} path @param {any} body @param {{signal?: AbortSignal}} how
 * @returns {Promise<any>}
 */
export async function persist(path, body, how) {
  for (let wait = 1000; ; wait = Math.min(wait * 2, 15000)) {
    try {
      return await ask(path, body, how);
    } catch (error) {
      const busy = error instanceof Problem && error.status === 429;
      if (!(error instanceof Offline) && !busy) throw error;
    }
    await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, wait);
      addEventListener("online", resolve, { once: true });
      how.signal?.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(new DOMException("stopped", "AbortError"));
      });
    });
  }
}

/**
 * Ask for something that takes a while, and hear how far it is.
 * @param {string} path @param {any} body
 * @param {(news: any) => void} hear @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function follow(path, body, hear, signal) {
  const response = await send(path, body, { accept: "text/event-stream", signal });
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    let part;
    try {
      part = await reader.read();
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") throw error;
      connection(false);
      throw new Offline();
    }
    if (part.done) throw new Offline();
    text += decoder.decode(part.value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() || "";
    for (const event of events) {
      const name = /^event: (.*)$/m.exec(event)?.[1];
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (!name || data === undefined) continue;
      const content = JSON.parse(data);
      if (name === "progress") hear(content);
      else if (name === "done") return content;
      else throw new Problem(content.status, content);
    }
  }
}

/** The name of an error that only says that nobody waits any more. @param {unknown} error */
export function stopped(error) {
  return error instanceof Error && error.name === "AbortError";
}
