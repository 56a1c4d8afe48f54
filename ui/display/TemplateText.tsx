import style from './TemplateText.module.css'

/** A template's text with highlighted variables; `isShort` shows as much as fits in a line. */
export function TemplateText({ text, isShort = false }: { text: string; isShort?: boolean }) {
  let from = 0
  const parts = text.split(/(\$\{[^{}]*\})/).map(part => {
    const at = from
    from += part.length
    return { at, part }
  })
  return (
    <span className={isShort ? style.short : style.full} title={isShort ? text : undefined}>
      {parts.map(({ at, part }) => (part.startsWith('${') ? <mark key={at}>{part}</mark> : part))}
    </span>
  )
}
