const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * An answer in XML, for older clients: an element for each field, and for each entry of a list one with the list's
 * name.
 */
export const xmlOf = (root: string, value: object): string => `<?xml version="1.0" encoding="UTF-8"?>${element(root, value)}`

function element(name: string, value: unknown): string {
  const tag = /^[A-Za-z]\w*$/.test(name) ? name : 'Response'
  if (Array.isArray(value)) return value.map(one => element(name, one)).join('')
  const inner =
    value && typeof value === 'object'
      ? Object.entries(value)
          .map(([key, field]) => element(key, field))
          .join('')
      : String(value ?? '').replace(/[&<>]/g, character => escapes[character] ?? '')
  return `<${tag}>${inner}</${tag}>`
}
