/** A goose in flight, drawn with three strokes; optionally with the wordmark beside it. */
export function Logo({ size = 24, withName = false }: { size?: number; withName?: boolean }) {
  const goose = (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path d="M2.5 5.5c4.2.3 7.4 2.6 9.5 7.5" />
      <path d="M12 13c1.6-4.6 4.9-7.6 9.5-8.5" />
      <path d="M4.5 19.5c4 .6 6.3-1.7 7.5-6.5" />
    </svg>
  )
  if (!withName) return goose
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8, fontSize: 17, fontWeight: 600, letterSpacing: 2 }}>
      <span style={{ display: 'inline-flex', color: 'var(--hy-primary)' }}>{goose}</span>
      鸿雁
    </span>
  )
}

/** The wordmark with the name of the app. */
export const Brand = ({ name }: { name: string | undefined }) => (
  <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
    <Logo size={24} withName />
    {name ? <span>{name}</span> : null}
  </span>
)
