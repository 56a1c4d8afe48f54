import type { ReactNode } from 'react'
import { keysOf, tableOf } from '#values/keys.ts'
import style from './StateTag.module.css'

/** One meaning each, everywhere: in progress, delivered or approved, waiting or held, failed or refused, ended. */
export type Tone = 'progress' | 'good' | 'waiting' | 'bad' | 'ended'

/** A state's text and tone. */
export interface Tag {
  name: string
  tone: Tone
}

/** Adds tones to states whose texts are in the contract. */
export const tagged = <State extends string>(names: Record<State, string | { name: string }>, tones: Record<State, Tone>) =>
  tableOf(keysOf(tones), (state): Tag => {
    const name = names[state]
    return { name: typeof name === 'string' ? name : name.name, tone: tones[state] }
  })

const shapes: Record<Tone, ReactNode> = {
  progress: <path d="M8 2a6 6 0 0 1 6 6" />,
  good: <path d="m3 8.5 3.5 3.500L13 4.5" />,
  waiting: <path d="M8 4v4l3 2" />,
  bad: <path d="m4 4 8 8M12 4l-8 8" />,
  ended: <path d="M4 8h8" />,
}

/** A property as a word, such as 默认: not a state, so it has no shape. */
export function Label({ tone = 'ended', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${style.tag} ${style[tone]}`}>{children}</span>
}

/** The state of a table of states. */
export const State = ({ tag: { tone, name } }: { tag: Tag }) => <StateTag tone={tone}>{name}</StateTag>

/** The shape of a tone, beside the words that say it. */
export const ToneShape = ({ tone }: { tone: Tone }) => (
  <svg
    className={style.shape}
    width="12"
    height="12"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.2"
    strokeLinecap="round"
    data-tone={tone}
    aria-hidden="true"
  >
    {tone === 'progress' ? <circle cx="8" cy="8" r="6" opacity="0.35" /> : null}
    {tone === 'waiting' ? <circle cx="8" cy="8" r="6.5" strokeWidth="1.5" /> : null}
    {shapes[tone]}
  </svg>
)

/** A state as word, shape and colour. */
export const StateTag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`${style.tag} ${style[tone]}`}>
    <ToneShape tone={tone} />
    {children}
  </span>
)
