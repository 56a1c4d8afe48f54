import { z } from 'zod'
import { provinces } from '#values/province.ts'
import { parseTarget, targetCharacters, targetProblemNames } from './link-target.ts'

export const devices = ['ios', 'android', 'harmony', 'desktop'] as const
export type Device = (typeof devices)[number]
/** HarmonyOS 5 and later install no Android apps; earlier ones count as Android (domain/visits/visit-facts.ts). */
export const deviceNames: Record<Device, string> = {
  ios: 'iPhone 和 iPad',
  android: '安卓手机',
  harmony: '鸿蒙手机和平板',
  desktop: '电脑',
}

/** Apps with built-in browsers, by the names under which visits are recorded. */
export const inApps = [
  '微信',
  '企业微信',
  'QQ',
  '支付宝',
  '淘宝',
  '京东',
  '拼多多',
  '美团',
  '钉钉',
  '飞书',
  '微博',
  '抖音',
  '快手',
  '今日头条',
  '百度',
  '哔哩哔哩',
  '小红书',
] as const
export type InApp = (typeof inApps)[number]

/** Per link, and targets per rule that splits its visitors. */
export const maxRules = 20
export const maxRuleTargets = 10
export const maxWeight = 100

/** A typed target, in its stored form. */
export const linkTarget = z.codec(z.string(), z.string(), {
  decode: (text, context) => {
    const parsed = parseTarget(text)
    if ('target' in parsed) return parsed.target
    context.issues.push({ code: 'custom', message: targetProblemNames[parsed.problem], input: text })
    return z.NEVER
  },
  encode: target => target.slice(0, targetCharacters),
})

const some = <Item extends z.ZodType>(item: Item) => z.array(item).min(1, '请至少选择一项').optional()

/**
 * Routing rule: conditions, all of which must hold (unset ones match everybody), and targets that split the visitors by
 * weight. Without targets the visitor, who then is in an app's built-in browser, is asked to open the link in the
 * phone's browser.
 */
export const linkRule = z
  .object({
    devices: some(z.enum(devices)),
    inApps: some(z.enum(inApps)),
    provinces: some(z.enum(provinces)),
    targets: z
      .array(z.object({ target: linkTarget, weight: z.int('权重须为整数').min(1, '权重至少为1').max(maxWeight, `权重最大为${maxWeight}`) }))
      .max(maxRuleTargets, `一条规则最多${maxRuleTargets}个目标网址`),
  })
  .refine(rule => rule.targets.length > 0 || rule.inApps !== undefined, {
    path: ['targets'],
    message: '请填写目标网址，或选择要提示“在浏览器打开”的应用',
  })
export type LinkRule = z.output<typeof linkRule>

/** Short description of a rule's conditions. */
export const ruleWords = ({
  devices: phones,
  inApps: apps,
  provinces: places,
}: Pick<LinkRule, 'devices' | 'inApps' | 'provinces'>): string =>
  [phones?.map(device => deviceNames[device]).join('、'), apps && `${apps.join('、')}内打开`, places?.join('、')]
    .filter(part => part)
    .join('，') || '所有访客'

/** First match wins; other visitors go to the link's own target. */
export const linkRules = z.array(linkRule).max(maxRules, `最多${maxRules}条规则`)

export const referrerPolicies = ['strict-origin-when-cross-origin', 'origin', 'no-referrer', 'unsafe-url'] as const
export type ReferrerPolicy = (typeof referrerPolicies)[number]
