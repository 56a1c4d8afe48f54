import { itemOrThrow } from '#values/or-throw.ts'
/** A piece of a line: plain, strong, or a link. An announcement's text can only show this structure, never HTML. */
export type AnnouncementPiece = { kind: 'plain' | 'strong'; text: string } | { kind: 'link'; text: string; to: string }

export type AnnouncementBlock =
  | { kind: 'heading' | 'paragraph' | 'quote'; pieces: AnnouncementPiece[] }
  | { kind: 'list'; isOrdered: boolean; items: AnnouncementPiece[][] }
  | { kind: 'rule' }

const marks = /\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\(([^()\s]+)\)/g

/** The allowed target of a link: a web address, a mailbox, or a page of the console. */
export function linkTarget(text: string): string | null {
  if (/^\/(?![/\\])[\w\-./?=&%#]*$/.test(text)) return text
  if (/^mailto:[\w.+-]+@[\w.-]+$/.test(text)) return text
  try {
    const url = new URL(text)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
  } catch {
    return null
  }
}

function piecesOf(line: string): AnnouncementPiece[] {
  const pieces: AnnouncementPiece[] = []
  const plain = (text: string) => text !== '' && pieces.push({ kind: 'plain', text })
  let end = 0
  for (const match of line.matchAll(marks)) {
    const [whole, strong, text, address] = match
    const to = address === undefined ? null : linkTarget(address)
    // A link with a forbidden target stays as it was written.
    if (strong === undefined && to === null) continue
    plain(line.slice(end, match.index))
    pieces.push(to === null ? { kind: 'strong', text: strong ?? '' } : { kind: 'link', text: text ?? '', to })
    end = match.index + whole.length
  }
  plain(line.slice(end))
  return pieces
}

/**
 * Parses the text of an announcement: paragraphs separated by empty lines, `## ` headings, `- ` and `1. ` lists, `> `
 * quotes, `---` a line, `**strong**` and `[text](address)`. Everything else, tags too, is text.
 */
export function parseAnnouncement(text: string): AnnouncementBlock[] {
  const blocks: AnnouncementBlock[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', pieces: piecesOf(paragraph.join('\n')) })
    paragraph = []
  }
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const item = /^(?:([-*])|\d{1,3}[.、])\s+(.+)$/.exec(line)
    const isBlock = line.trim() === '' || item || /^(#{1,3} |> ?|---+$)/.test(line)
    if (!isBlock) {
      paragraph.push(line)
      continue
    }
    endParagraph()
    const last = blocks.at(-1)
    if (item) {
      const isOrdered = item[1] === undefined
      if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(piecesOf(itemOrThrow(item, 2)))
      else blocks.push({ kind: 'list', isOrdered, items: [piecesOf(itemOrThrow(item, 2))] })
    } else if (/^---+$/.test(line)) blocks.push({ kind: 'rule' })
    else if (line.startsWith('#')) blocks.push({ kind: 'heading', pieces: piecesOf(line.replace(/^#+ /, '')) })
    else if (line.startsWith('>')) blocks.push({ kind: 'quote', pieces: piecesOf(line.replace(/^> ?/, '')) })
  }
  endParagraph()
  return blocks
}
