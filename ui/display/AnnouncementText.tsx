import { Link } from 'react-router'
import { type AnnouncementBlock, type AnnouncementPiece, parseAnnouncement } from '#contract/notification/announcement-text.ts'
import style from './AnnouncementText.module.css'

/**
 * The text of an announcement from its parsed markup structure, so that it can contain nothing but text and links (no
 * XSS).
 */
export function AnnouncementText({ text }: { text: string }) {
  return (
    <div className={style.text}>
      {keyed(parseAnnouncement(text)).map(([key, block]) => (
        <Block key={key} block={block} />
      ))}
    </div>
  )
}

/** A text is never reordered, so a part's index is its key. */
const keyed = <Part,>(parts: readonly Part[]) => parts.map((part, place) => [`part ${place}`, part] as const)

function Block({ block }: { block: AnnouncementBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3>
          <Pieces pieces={block.pieces} />
        </h3>
      )
    case 'quote':
      return (
        <blockquote>
          <Pieces pieces={block.pieces} />
        </blockquote>
      )
    case 'rule':
      return <hr />
    case 'list': {
      const items = keyed(block.items).map(([key, pieces]) => (
        <li key={key}>
          <Pieces pieces={pieces} />
        </li>
      ))
      return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>
    }
    default:
      return (
        <p>
          <Pieces pieces={block.pieces} />
        </p>
      )
  }
}

function Pieces({ pieces }: { pieces: AnnouncementPiece[] }) {
  return keyed(pieces).map(([key, piece]) => {
    if (piece.kind === 'strong') return <strong key={key}>{piece.text}</strong>
    if (piece.kind !== 'link') return piece.text
    return piece.to.startsWith('/') ? (
      <Link key={key} to={piece.to}>
        {piece.text}
      </Link>
    ) : (
      <a key={key} href={piece.to} target="_blank" rel="noopener noreferrer">
        {piece.text}
      </a>
    )
  })
}
