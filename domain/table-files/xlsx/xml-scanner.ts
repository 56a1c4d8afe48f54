import { refuse } from '#contract/refusals.ts'

/** Events of the XML scanner, in document order. Names are without their prefix. */
export interface XmlListener {
  /** `attributes` is the tag's text after the name: most tags' are never parsed. */
  open(name: string, attributes: string): void
  close(name: string): void
  /** Decoded; a text may come in several pieces. */
  text(text: string): void
}

/** Longest tag: a worksheet's have a few dozen characters, its root's namespaces some hundreds. */
const tagCharacters = 65_536
const longestEntity = 12

/**
 * Streaming XML scanner with what workbooks need: tags, texts, CDATA and the five entities; comments, instructions and
 * document types are skipped, so that no entity can be declared (no XXE). Memory is bounded by one tag. Refuses
 * `file_damaged`.
 */
export class XmlScanner {
  readonly #listener: XmlListener
  #rest = ''

  constructor(listener: XmlListener) {
    this.#listener = listener
  }

  write(chunk: string): void {
    const source = this.#rest + chunk
    let at = 0
    for (;;) {
      const tag = source.indexOf('<', at)
      const textEnd = tag < 0 ? wholeEntities(source, at) : tag
      if (textEnd > at) this.#listener.text(decode(source.slice(at, textEnd)))
      at = textEnd
      if (tag < 0) break
      const next = this.#special(source, tag) ?? this.#tag(source, tag)
      if (next < 0) break
      at = next
    }
    this.#rest = source.slice(at)
    if (this.#rest.length > tagCharacters) refuse('file_damaged')
  }

  /** Skips what is no tag. Null: it is a tag; -1: its end hasn't arrived. */
  #special(source: string, at: number): number | null {
    const second = source[at + 1]
    if (second === '?') return after(source, '?>', at)
    if (second !== '!') return null
    if (source.startsWith('<!--', at)) return after(source, '-->', at)
    if (!source.startsWith('<![CDATA[', at)) return source.length - at < 9 ? -1 : after(source, '>', at)
    const end = source.indexOf(']]>', at)
    if (end < 0) return -1
    this.#listener.text(source.slice(at + 9, end))
    return end + 3
  }

  #tag(source: string, at: number): number {
    const end = source.indexOf('>', at)
    if (end < 0) return -1
    if (source[at + 1] === '/') {
      this.#listener.close(local(source.slice(at + 2, end).trimEnd()))
      return end + 1
    }
    const isEmpty = source[end - 1] === '/'
    const inner = source.slice(at + 1, isEmpty ? end - 1 : end)
    const blank = inner.search(/\s/)
    const name = local(blank < 0 ? inner : inner.slice(0, blank))
    this.#listener.open(name, blank < 0 ? '' : inner.slice(blank))
    if (isEmpty) this.#listener.close(name)
    return end + 1
  }
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

function after(source: string, end: string, at: number): number {
  const found = source.indexOf(end, at)
  return found < 0 ? -1 : found + end.length
}

/** Where a text may be cut without cutting an entity. */
function wholeEntities(source: string, from: number): number {
  const ampersand = source.lastIndexOf('&')
  const isCut = ampersand >= from && source.length - ampersand < longestEntity && source.indexOf(';', ampersand) < 0
  return isCut ? ampersand : source.length
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = Number.parseInt(decimal ?? hexadecimal!, decimal === undefined ? 16 : 10)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** An attribute's value, by its exact name. */
export function attribute(attributes: string, name: string): string | null {
  const found = attributes.match(new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`))
  return found ? decode(found[1] ?? found[2] ?? '') : null
}
