import { itemOrThrow } from '#values/or-throw.ts'
/** A piece of safe HTML. */
export interface Html {
  readonly html: string
}
type Part = Html | string | number | null | readonly Part[]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, character => escapes[character] ?? '')

const textOf = (part: Part): string => {
  if (part === null) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'html' in part ? part.html : part.map(textOf).join('')
}

/** HTML from a template: values are escaped unless they are HTML themselves. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: texts.reduce((all, text, index) => all + textOf(parts[index - 1] ?? null) + text),
})

/** A table with a header and rows of cells. `names` label the cells where the page is too narrow for columns. */
export const table = (names: readonly string[], rows: readonly (readonly Part[])[]): Html => html`
<div class="scroll"><table><thead><tr>${names.map(name => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map(
  row => html`<tr>${row.map((cell, index) => html`<td data-name="${itemOrThrow(names, index)}">${cell}</td>`)}</tr>`,
)}</tbody></table></div>`

/** Code with a copy button. */
export const code = (text: string, language = ''): Html =>
  html`<div class="code"><button type="button" class="copy" aria-label="复制">复制</button><pre tabindex="0"><code${{ html: language ? ` class="${language}"` : '' }}>${text}</code></pre></div>`

/** One sample in several languages, one of them shown. */
export const tabs = (samples: readonly (readonly [name: string, text: string])[]): Html => html`
<div class="tabs"><div class="tablist" role="group" aria-label="示例语言">${samples.map(
  ([name]) => html`<button type="button" data-language="${name}">${name}</button>`,
)}</div>${samples.map(([name, text]) => html`<div data-sample="${name}">${code(text)}</div>`)}</div>`
