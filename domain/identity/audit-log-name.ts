import { privateFileRoute } from '#contract/account/private-file.ts'
import { customerCalls } from '#contract/calls.ts'
import { proofRoute } from '#contract/content/signature.ts'
import { templateFileRoute } from '#contract/content/template.ts'
import { actionOfCall } from '#contract/identity/audit-log-labels.ts'
import { uploadRoute } from '#contract/recipients/upload.ts'
import { refusals } from '#contract/refusals.ts'
import { isKeyOf } from '#values/keys.ts'

const routes = [privateFileRoute, proofRoute, templateFileRoute, uploadRoute]
const calls = [...Object.values(customerCalls).flatMap(group => Object.values(group)), ...routes]

/** Labels of actions: a call's summary, or a fixed text for actions that aren't calls. */
const names = new Map<string, string>([
  ...calls.map(({ path, summary }) => [actionOfCall({ path: path as `/api/${string}` }), summary] as const),
  ['register', '注册'],
  ['sign_in', '登录'],
  ['recovery', '找回密码'],
  ['sign-out', '退出登录'],
  ['export.create', '导出'],
  ['export.download', '下载导出文件'],
  ['message.reveal', '查看完整号码'],
  ['refused-rows.download', '下载含完整号码的未通过行'],
  ['link-recipients.download', '下载收件人短链文件'],
  ['avatar', '上传头像'],
])

/** The label of an action; for calls that no longer exist, the stored name. */
export const actionName = (action: string): string => names.get(action) ?? action

/** Actions whose label contains a text, for searching. */
export const actionsNamed = (text: string): string[] => [...names].flatMap(([action, name]) => (name.includes(text) ? [action] : []))

const resultNames: Record<string, string> = { refused: '登录名、密码或验证码不正确', bug: '系统出错' }

/** Why an action was refused, if the line has no reason of its own. */
export function resultText(result: string): string {
  return resultNames[result] ?? (isKeyOf(refusals, result) ? refusals[result].message.replace(/\{\w+\}/g, '…') : result)
}
