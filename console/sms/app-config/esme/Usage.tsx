import type { ReactNode } from 'react'
import type { AppDetail } from '#contract/apps/app.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import layout from '#ui/theme/layout.module.css'
import style from './Esme.module.css'

interface UsageProps {
  rules: readonly (readonly [name: string, text: string])[]
  /** The answers of a refused submit, as programs log them. */
  answers: readonly { code: string; meaning: string }[]
  answerNote: string
  /** Samples that run when copied. */
  children: ReactNode
}

/** How to write a program: what it may send, samples, and the meaning of our answers. */
export const Usage = ({ rules, answers, answerNote, children }: UsageProps) => (
  <>
    <Panel title="怎样发送">
      <dl className={style.rules}>
        {rules.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {children}
    </Panel>
    <Panel title="应答状态" note={answerNote}>
      <dl className={style.statuses}>
        {answers.map(({ code, meaning }) => (
          <div key={`${code}${meaning}`}>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  </>
)

/** A sample with its title. */
export const SampleSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h3 className={style.subtitle}>{title}</h3>
    <div className={`${layout.stack16} ${layout.shrink}`}>{children}</div>
  </>
)

export const Hint = ({ children }: { children: ReactNode }) => <p className={`${layout.flush} ${layout.soft}`}>{children}</p>

/** Where a sample's message is seen. */
export function arrivalOf({ kind, sample }: AppDetail): string {
  if (kind === 'test') return '应答和状态报告与正式发送一样'
  return sample.unregisteredCarriers.length === 0 ? '您的手机会收到短信' : '到没到达看状态报告'
}

/** A text for programs of the reader's own. */
export const SampleText = ({ intro, text }: { intro: string; text: string }) => (
  <Hint>
    {intro}
    <code>{text}</code>
    <CopyButton text={text} label="复制内容" />
  </Hint>
)
