/** Administration on the server itself: staff accounts, ledger verification. `npm run admin` prints the usage. */

import { argumentsOrExit } from '#bin/settings/command-line.ts'
import { configOrExit, readSecret } from '#bin/settings/config.ts'
import { databaseUrls, ownPasswords } from '#bin/settings/database-urls.ts'
import { openArchive } from '#bin/settings/files.ts'
import { staffRoles } from '#contract/identity/permission.ts'
import { Refusal } from '#contract/refusals.ts'
import { asPlatform, type Db, openDb } from '#db/connect.ts'
import { distribute } from '#db/distribute.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { setFreeText } from '#domain/apps/index.ts'
import { type ArchivedMonth, attachMonth, listMonths, type MessageArchive, verifyArchive } from '#domain/message-archive/index.ts'
import { rebuildAllStatistics } from '#domain/message-records/index.ts'
import { checkLedgers, readHealth } from '#domain/payments/index.ts'
import { clearStaffTotp, createStaffMember, findStaff, recordStaffAct, setInitialPassword, setStaffState } from '#domain/staff/index.ts'
import { rebuildAllVisits } from '#domain/visit-statistics/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { isKeyOf } from '#values/keys.ts'

const roleList = Object.entries(staffRoles).map(([role, { name }]) => `${role}（${name}）`)
const usage = `用法：hongyan admin <命令>（在源代码中为 npm run admin -- <命令>）
  staff-add <登录名> <姓名> <角色>   新建运营人员，角色为 ${roleList.join('、')}
  staff-password <登录名>           重设密码，原有登录全部失效
  totp-reset <登录名>               解除丢失的验证器，原有登录全部失效
  staff-freeze <登录名>             停用账号
  staff-unfreeze <登录名>           恢复账号
  free-text <登录名> <on|off>        允许或不允许客户的SMPP或CMPP账号发送没有模板的内容
  ledger-check                     核对全部账户的账本
  statistics-rebuild               按短信重新统计全部账户，可在平台运行时进行
  visit-statistics-rebuild         按访问记录重新统计全部账户的短链，可在平台运行时进行
  archive-list                     列出已归档的短信月份
  archive-verify                   读出全部归档文件，核对与写入时相同
  archive-attach <年-月>            把归档的一个月重新载入数据库30天，可在平台运行时进行
  distribute                       把数据库分布到Citus集群的各节点，须先停止平台；升级后再执行一次`

class UsageError extends Error {}

/** `ownerUrl`: the login that owns the tables; `archive`: old months of messages. */
type Command = (db: Db, args: string[], where: { ownerUrl: string; archive: MessageArchive }) => Promise<string>

const commands: Record<string, Command> = {
  'staff-add': async (db, [login = '', name = '', role = '']) => {
    if (!/^[\w.-]{2,40}$/.test(login) || name === '' || !isKeyOf(staffRoles, role)) throw new UsageError()
    const { password } = await asPlatform(db, tx => createStaffMember(tx, { login, name, role, by: null, now: new Date() }))
    await recordAct(db, 'admin/staff-add', `${name}（${login}），${staffRoles[role].name}`)
    return `已新建 ${login}，初始密码 ${password}，首次登录时须修改`
  },
  'staff-password': async (db, [login = '']) => {
    const staff = await find(db, login)
    const password = await asPlatform(db, tx => setInitialPassword(tx, staff.staffId, new Date()))
    await recordAct(db, 'admin/staff-password', staff.name)
    return `${login} 的新密码 ${password}，首次登录时须修改`
  },
  'totp-reset': async (db, [login = '']) => {
    const { staffId, name } = await find(db, login)
    await asPlatform(db, tx => clearStaffTotp(tx, staffId))
    await recordAct(db, 'admin/totp-reset', name)
    return `${login} 的验证器已解除，请用密码登录后重新绑定`
  },
  'staff-freeze': (db, [login = '']) => changeState(db, login, 'frozen'),
  'staff-unfreeze': (db, [login = '']) => changeState(db, login, 'active'),
  'free-text': async (db, [loginName = '', word = '']) => {
    if (word !== 'on' && word !== 'off') throw new UsageError()
    if (!(await setFreeText(db, loginName, word === 'on'))) throw new Error(`没有登录名为 ${loginName} 的SMPP或CMPP账号`)
    await recordAct(db, 'admin/free-text', `${loginName} ${word}`)
    return word === 'on' ? `${loginName} 可以发送没有模板的内容` : `${loginName} 的内容须与模板一致`
  },
  'ledger-check': async db => {
    const { accountCount, problemCount } = await checkLedgers(db, () => new Date())
    const { findings } = await readHealth(db)
    const lines = findings.map(({ accountId, invariant, problem }) => `${accountId ?? ''} ${invariant}：${problem}`)
    if (problemCount > 0) throw new Error([`共 ${problemCount} 处不符`, ...lines].join('\n'))
    return `${accountCount} 个账户的账本相符`
  },
  'statistics-rebuild': async db => `已重新统计 ${await rebuildAllStatistics(db)} 个账户`,
  'visit-statistics-rebuild': async db => `已重新统计 ${await rebuildAllVisits(db, new Date())} 个账户的访问`,
  'archive-list': async db => (await listMonths(db)).map(describeMonth).join('\n') || '还没有归档的月份',
  'archive-verify': async (db, _args, { archive }) => `${await verifyArchive(db, archive)} 个归档文件完好`,
  'archive-attach': async (db, [month = ''], { ownerUrl, archive }) => {
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new UsageError()
    const count = await attachMonth(db, archive, { month, ownerUrl, now: new Date() })
    await recordAct(db, 'admin/archive-attach', month)
    return `已载入 ${month} 的 ${count} 条短信`
  },
  distribute: async (_db, _args, { ownerUrl }) => `账户的数据分布在 ${await distribute(ownerUrl)} 个节点上`,
}

const describeMonth = ({ month, messageCount, archivedAt, attachedUntil }: ArchivedMonth) =>
  [
    month,
    `${messageCount} 条`,
    `归档于 ${formatChinaTime(archivedAt)}`,
    ...(attachedUntil ? [`载入至 ${formatChinaTime(attachedUntil)}`] : []),
  ].join('  ')

async function find(db: Db, login: string) {
  if (login === '') throw new UsageError()
  const staff = await findStaff(db, login)
  if (!staff) throw new Error(`没有登录名为 ${login} 的运营人员`)
  return staff
}

async function changeState(db: Db, login: string, state: 'active' | 'frozen'): Promise<string> {
  const { staffId, name } = await find(db, login)
  await asPlatform(db, tx => setStaffState(tx, staffId, state))
  await recordAct(db, state === 'frozen' ? 'admin/staff-freeze' : 'admin/staff-unfreeze', name)
  return state === 'frozen' ? `${login} 已停用` : `${login} 已恢复`
}

/** Done on the server by an unknown person: the log line has only the object. */
const recordAct = (db: Db, action: string, object: string) =>
  recordStaffAct(db, { staffId: null, action, object, result: 'ok', address: 'server', at: new Date() })

const [name = '', ...args] = argumentsOrExit({ allowPositionals: true }, usage).positionals
const command = commands[name]
if (!command) {
  console.error(usage)
  process.exit(1)
}
const config = configOrExit()
process.umask(0o077)
let database: Awaited<ReturnType<typeof startEmbeddedPostgres>> | null = null
try {
  const given = config.databaseUrl ?? (await findRunningPostgres(config.dataDir))
  if (!given) database = await startEmbeddedPostgres({ dataDir: config.dataDir })
  const url = given ?? database?.url ?? ''
  const secret = await readSecret(config)
  await migrate(url, ownPasswords(config, secret))
  const { direct } = databaseUrls(url, config, secret)
  const db = openDb({ url: direct, role: 'hongyan_platform', max: 2 })
  try {
    console.log(await command(db, args, { ownerUrl: url, archive: openArchive(config, secret, direct) }))
  } finally {
    await db.destroy()
  }
} catch (error) {
  console.error(error instanceof UsageError ? usage : error instanceof Error || error instanceof Refusal ? error.message : String(error))
  process.exitCode = 1
} finally {
  await database?.stop()
}
