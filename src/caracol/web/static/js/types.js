/**
 * The shapes of what comes from the server and of what is kept here.
 *
 * @typedef {{letter: string, word: string, shape: string, glyph: string, colour: string, mark: string}} Sign mark: the letter of its colour, where there are several
 * @typedef {{row: number, column: number, text: string, about: string, colour: string, mark: string, position: string, shape: string}} Label inside the board halves lie between squares
 * @typedef {{id: string, name: string, help: string, gesture: string, sides: string[]}} Tool
 * @typedef {{name: string, kind: string, default: any, words: string, least: number, most: number, choices: string[]}} Option
 * @typedef {{id: string, name: string, instructions: string, options: Option[], tools: Tool[],
 *   aids: {id: string, words: string, on: boolean}[], example: any, blank: boolean, generating: Option[]|null}} Genre null: it has no generator
 * @typedef {{
 *   puzzle: any, clues: string, link: string,
 *   genre: {id: string, name: string, instructions: string, generating: boolean},
 *   info: {title?: string, author?: string, source?: string, notes?: string},
 *   rows: number, columns: number,
 *   places: {lines: number[], spots: [number, number, string][], words: string[], dots: boolean}|null,
 *   symbols: Sign[], givens: (number|null)[],
 *   strokes: [number, number, number, string][], labels: Label[], shaded: number[], never: number[],
 *   caption: string, margins: [number, number, number, number],
 *   writing: {press: number[], keys: Record<string, number>, chosen: number|null},
 *   spoken: string[], names: [number, string][], settings: Record<string, any>, tools: Tool[],
 * }} View
 * @typedef {{value: number|null, marks: number, layer: number, colour?: number, certain?: boolean}} Content certain: the marks are all that can be, and only one
 * @typedef {{about: string, sentence: string, cells: number[]}} Fault
 * @typedef {{look: number[], because: number[], conclusion: number[]}} Spot
 */
export {};
