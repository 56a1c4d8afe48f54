import { z } from 'zod'
import { keysOf } from '#values/keys.ts'

/**
 * Labels for the facts that Alibaba's programs add to the remark for reviewers. MoreData is left out: it names files in
 * Alibaba's own store.
 */
const labels = { RelatedSignName: '关联签名', ApplySceneContent: '业务场景', TrafficDriving: '引流信息' } as const
type Fact = keyof typeof labels
type Facts = { [Name in Fact]?: string | undefined }

const most = 2_000
const fact = z.string().max(most, `最多${most}个字符`).optional()
export const remarkFacts = { RelatedSignName: fact, ApplySceneContent: fact, TrafficDriving: fact }

/** Lines for the remark, so that reviewers see each fact. */
export const factLines = (facts: Facts): string[] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const value = facts[name as Fact]?.replace(/\s+/g, ' ').trim()
    return value ? `${label}：${value}` : []
  })

/** Splits a remark into its text and the facts after it. */
export function remarkParts(text: string): { remark: string; facts: Facts } {
  const lines = text.split('\n')
  const facts: Facts = {}
  for (;;) {
    const [, label, value] = /^(.{4})：(.+)$/.exec(lines.at(-1) ?? '') ?? []
    const name = keysOf(labels).find(one => labels[one] === label)
    if (name === undefined) return { remark: lines.join('\n'), facts }
    facts[name] = value
    lines.pop()
  }
}
