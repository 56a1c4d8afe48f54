/**
 * Verifies the audit logs' hash chains of all accounts and of staff, or of one account (`--account acc_…`): names every
 * line that was changed, removed or inserted outside of the platform. Exits with status 1 when there is one. Read-only;
 * the platform may run.
 */

import { argumentsOrExit } from '#bin/settings/command-line.ts'
import { configOrExit, readSecret } from '#bin/settings/config.ts'
import { databaseUrls } from '#bin/settings/database-urls.ts'
import { openDb } from '#db/connect.ts'
import { findRunningPostgres } from '#db/embedded.ts'
import { type AuditFault, auditKey, readHeads, verifyAllChains } from '#domain/identity/index.ts'
import { type AccountId, decodeId, encodeId, staffChainId } from '#values/id.ts'

const words: Record<AuditFault['kind'], string> = {
  changed: '内容或哈希值被改动',
  removed: '被删除',
  added: '未经平台写入',
  entry_removed: '哈希值被删除',
  ends_changed: '链的起止被改动',
}
const nameOf = (chain: string) => (chain === staffChainId ? '运营操作记录' : encodeId('account', chain))

const usage = `用法：hongyan verify-audit [--account 账户编号]
  核对全部账户和运营人员的操作记录，或一个账户（acc_…）的；有改动的，退出状态为 1`
const { values: flags } = argumentsOrExit({ options: { account: { type: 'string' } } }, usage)
const config = configOrExit()
const url = config.databaseUrl ?? config.databasePlatformUrl ?? (await findRunningPostgres(config.dataDir))
const only = flags.account === undefined ? null : decodeId('account', flags.account)
if (!url || (flags.account !== undefined && !only)) {
  console.error(url ? '账户编号格式不正确' : '请先启动平台，或设置 DATABASE_URL')
  process.exit(1)
}
const secret = await readSecret(config)
const db = openDb({ url: databaseUrls(url, config, secret).direct, role: 'hongyan_platform', max: 2 })
try {
  const report = await verifyAllChains(db, auditKey(secret), await readHeads(config.dataDir), only as AccountId | null)
  for (const { chain, faults } of report.faulty)
    for (const { kind, auditId, position } of faults)
      console.log(`${nameOf(chain)}  第 ${position ?? '－'} 条  ${auditId ?? ''}  ${words[kind]}`)
  for (const { chain, position, at } of report.mismatchedAnchors)
    console.log(`${nameOf(chain)}  第 ${position} 条  与 ${at} 在库外留存的链尾不符`)
  const isSound = report.faulty.length + report.mismatchedAnchors.length === 0
  console.log(
    `核对 ${report.chainCount} 条链、${report.lineCount} 条记录，待计算哈希值 ${report.waitingCount} 条：${isSound ? '完整' : '有改动'}`,
  )
  process.exitCode = isSound ? 0 : 1
} finally {
  await db.destroy()
}
