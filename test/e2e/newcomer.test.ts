import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { adminReviewCalls } from '#contract/content/admin-review.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { encodeUcs2 } from '#protocol/text/ucs2.ts'
import { approveWaiting } from '#test/support/approval.ts'
import { signedIn } from '#test/support/caller.ts'
import { bindProgram } from '#test/support/esme-server.ts'
import { grantAttestation } from '#test/support/grant-attestation.ts'
import { openSite } from '#test/support/site.ts'
import { proveBySms, rowOf } from '#test/support/visit.ts'
import { firstOrThrow, itemOrThrow, lastOrThrow, matchOrThrow } from '#values/or-throw.ts'

/** A new account gets to messages on a phone through every interface, with nothing but what the console shows. */
const site = openSite()
const run = promisify(execFile)
const phone = '19200002002'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-newcomer-'))
  // Installs what the page says.
  await symlink(path.join(import.meta.dirname, '../../node_modules'), path.join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const prove = (page: Page) => proveBySms(page, site.addresses.handset, { act: '查看新的密钥或密码', phone })
const codeOf = (page: Page, file: string) => page.getByRole('region', { name: file, exact: true }).locator('pre').innerText()

/** Output of a sample that is saved and run as the page shows it, also when it fails. */
async function runSample(page: Page, label: string): Promise<string> {
  const language = page.getByRole('navigation', { name: '语言' })
  await language.getByRole('button', { name: label, exact: true }).click()
  await language.getByRole('button', { name: label, exact: true, pressed: true }).waitFor()
  const lines = page.getByRole('heading', { name: '运行' }).locator('xpath=ancestor::section[1]').locator('li code')
  await lines.first().waitFor()
  const steps = await lines.allInnerTexts()
  const [file, command] = [firstOrThrow(steps), firstOrThrow(lastOrThrow(steps).split('#')).trim()]
  await writeFile(path.join(folder, file), await codeOf(page, file))
  const [program, ...words] = command.split(' ')
  return run(program === 'node' ? process.execPath : program!, words, { cwd: folder }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  )
}

/** By the menu: reloading the page would lose the secret. */
async function backToSamples(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: '功能' }).getByRole('link', { name: '应用', exact: true }).click()
  await page.getByRole('link', { name: '第一个程序', exact: true }).click()
  await page.getByRole('navigation', { name: '应用', exact: true }).getByRole('button', { name: '示例代码' }).click()
}

const asStaff = () => signedIn(site.addresses.admin, adminSignInCalls.byPassword, site.addresses.demo.admin)

/** Staff's part: attestation, both texts and a package to start with. */
async function admit(): Promise<void> {
  const { demo } = site.addresses
  await grantAttestation(site.addresses)
  const staff = await asStaff()
  const { rows } = await staff.call(adminReviewCalls.queue, {})
  for (const { object, objectId, accountId, submittedAt, text } of rows)
    if (/青石茶馆|茶已到店/.test(text)) await staff.call(adminReviewCalls.approve, { object, objectId, accountId, submittedAt })
  const { rows: found } = await staff.call(adminCustomerCalls.list, { search: demo.empty.login })
  const gift = { kind: 'general', segmentCount: 100, validityDays: 30, name: '开业礼包', reason: '新客户试用' } as const
  await staff.call(adminCustomerCalls.grant, { accountId: firstOrThrow(found).accountId, ...gift })
  await approveWaiting(site.addresses)
}

/** The texts on a phone, by the virtual handset. */
async function textsOn(page: Page, count: number): Promise<string[]> {
  const handset = await page.context().newPage()
  await handset.goto(`${site.addresses.handset}?phone=${phone}`)
  const texts = handset.getByRole('log').getByText('【青石茶馆】')
  await expect.poll(() => texts.count()).toBe(count)
  const found = await texts.allInnerTexts()
  await handset.close()
  return found
}

test('a new account sends a message through every interface, with what its pages show', () =>
  site.at('empty', '/sms/app-manage', async page => {
    await page.getByRole('button', { name: '创建应用' }).first().click()
    await page.getByLabel('名称').fill('第一个程序')
    await page.getByRole('button', { name: '创建并生成密钥' }).click()
    await prove(page)
    await page.getByRole('checkbox', { name: '我已保存好AccessKeySecret' }).check()
    await page.getByRole('button', { name: '完成' }).click()

    const lacks = ['完成实名认证后才能', '还没有可用的签名', '还没有可用的模板', '账户没有余额和套餐']
    for (const lack of lacks) await page.getByText(lack).waitFor()
    expect(await runSample(page, 'curl')).toContain('请先完成实名认证')

    await page.getByRole('main').getByRole('link', { name: '申请签名' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: '签名', exact: true }).fill('青石茶馆')
    await page.getByRole('button', { name: '提交审核' }).click()
    await rowOf(page, '青石茶馆').getByText('审核中').waitFor()
    await backToSamples(page)
    await page.getByText('签名正在审核').waitFor()
    await page.getByRole('main').getByRole('link', { name: '申请模板' }).click()
    await page.getByLabel('模板名称').fill('取茶提醒')
    await page.getByRole('radio', { name: '通知' }).check()
    await page.getByRole('textbox', { name: '内容', exact: true }).fill('您好${name}，您订的茶已到店，请于本周内来取。')
    await page.getByRole('button', { name: '提交审核' }).click()
    await rowOf(page, '取茶提醒').getByText('审核中').waitFor()
    await admit()
    await backToSamples(page)
    await page.getByText('示例已填好').waitFor()
    await page.getByText('签名“青石茶馆”在移动、联通、电信、广电还没有报备成功').waitFor()
    for (const lack of lacks) await page.getByText(lack).waitFor({ state: 'detached' })

    const ingresses = ['curl', 'Node.js', 'Python', '阿里云SDK', '腾讯云SDK']
    for (const label of ingresses)
      expect([label, await runSample(page, label)]).toEqual([label, expect.stringMatching(/msg_|"messageId"|^OK|\bOk\b/)])

    await page.getByRole('link', { name: 'SMPP', exact: true }).click()
    await page.getByRole('button', { name: '开通SMPP' }).click()
    await prove(page)
    await page.getByRole('checkbox', { name: '我已保存好密码' }).check()
    await page.getByRole('button', { name: '完成' }).click()
    const shown = await codeOf(page, 'kannel.conf')
    const settingOf = (name: string) => itemOrThrow(matchOrThrow(new RegExp(`^${name} = (.*)$`, 'm'), shown), 1)
    const login = {
      host: settingOf('host'),
      port: Number(settingOf('port')),
      systemId: settingOf('smsc-username'),
      password: settingOf('smsc-password'),
    }
    const program = await bindProgram(login)
    const text = await page.getByText('可以直接发这条内容').locator('code').innerText()
    const { status } = await program.submit(submitSm({ dataCoding: 8, shortMessage: encodeUcs2(text), destination: phone }))
    expect(status).toBe(statuses.ok)

    const texts = await textsOn(page, ingresses.length + 1)
    expect(new Set(texts)).toEqual(new Set([text]))
  }))
