import { limits } from '#values/limits.ts'
import type { Started } from './platform.ts'

const names: Record<string, string> = {
  console: '控制台',
  admin: '运营后台',
  openapi: '开放接口',
  smpp: 'SMPP',
  cmpp: 'CMPP',
  redirect: '短链',
  callback: '上游回调',
  handset: '虚拟手机',
  mailbox: '虚拟邮箱',
  carrier: '虚拟运营商',
  payment: '支付模拟',
}

/** One address, or those of a carrier by their protocol: SMPP 127.0.0.1:2775，CMPP 127.0.0.1:2777. */
const addressText = (address: unknown): string =>
  typeof address === 'object' && address !== null
    ? Object.entries(address)
        .map(([name, one]) => `${name.toUpperCase()} ${one}`)
        .join('，')
    : String(address)

/** Addresses that customers open, and what sets them where a proxy stands in front. */
const publicSettings: Record<string, string> = { openapi: 'OPENAPI_URL', redirect: 'SHORT_LINK_URL' }

/** The text at the end of a start: where to go, how to sign in, and what was closed. */
export function banner({ addresses, listening, demo, closed, setupUrl }: Started): string {
  const lines = Object.entries(addresses).flatMap(([name, address]) => {
    const text = addressText(address)
    return names[name] === undefined ? [] : [`  ${names[name]}  ${text}${listening[name] ? `（监听 ${listening[name]}）` : ''}`]
  })
  if (demo) {
    lines.push(`  演示账号  ${demo.customer.login} / ${demo.customer.password}`)
    lines.push(`  空账号    ${demo.empty.login} / ${demo.empty.password}`)
    lines.push(`  运营账号  ${demo.admin.login} / ${demo.admin.password}`)
    lines.push(`  访问密钥  ${demo.app.accessKeyId} / ${demo.app.accessKeySecret}`)
  }
  const isLocal = (name: string) => /\/\/(127\.|localhost|\[::1\])/.test(String(addresses[name]))
  const unreachable = Object.entries(publicSettings).filter(([name]) => !isLocal('console') && isLocal(name))
  if (unreachable.length > 0)
    lines.push(
      `  注意：${unreachable.map(([name]) => names[name]).join('和')}的地址只有本机能打开，请设置 ${unreachable.map(([, setting]) => setting).join('、')}`,
    )
  if (closed.length > 0) lines.push(`  已停用演示账号  ${closed.join('、')}`)
  if (setupUrl) lines.push(`  还没有管理员，请打开链接创建（${limits.staffSetupHours}小时内有效，只能用一次）`, `  ${setupUrl}`)
  return ['', '鸿雁已启动', ...lines, '按 Ctrl-C 停止', ''].join('\n')
}
