import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, choose, heading, openAsStaff, rowOf, viewsOf } from '#test/support/visit.ts'

const site = openSite()

const staff = (page: Page, path: string, login = 'operations') =>
  openAsStaff(page, site.addresses.admin + path, { login, password: site.addresses.demo.admin.password })
const dialog = (page: Page) => page.getByRole('dialog').last()
const reason = (page: Page) => dialog(page).getByLabel('原因', { exact: true })
/** Enters a reason in the open dialog and presses its button. */
async function confirm(page: Page, button: string) {
  await reason(page).fill('浏览器测试')
  await dialog(page).getByRole('button', { name: button, exact: true }).click()
}

const industry = '行业通道（虚拟运营商）'
const marketing = '营销通道（虚拟运营商）'

async function openChannel(page: Page, name: string): Promise<void> {
  await page.goto(`${site.addresses.admin}/channels`)
  await page.getByRole('button', { name, exact: true }).click()
}

async function tryRoute(page: Page, expected: string): Promise<void> {
  await page.goto(`${site.addresses.admin}/routes`)
  await page.getByLabel('手机号').fill('13800138000')
  await page.getByRole('button', { name: '试算', exact: true }).click()
  await page.getByRole('region', { name: '试算结果' }).getByText(expected).waitFor()
}

/** Sends a code as the demo customer's program does, and returns the sender number that the phone sees. */
async function senderOf(phone: string): Promise<string> {
  const { openapi, demo, handset } = site.addresses as unknown as { openapi: string; demo: { app: DemoApp }; handset: string }
  const { accessKeyId, accessKeySecret, signature, templateCode, templateParam } = demo.app
  const sent = await fetch(`${openapi}/openapi/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessKeyId}:${accessKeySecret}` },
    body: JSON.stringify({ phones: [phone], signature, templateCode, templateParam }),
  })
  expect(sent.status, await sent.text()).toBe(200)
  for (;;) {
    const { messages } = z
      .looseObject({ messages: z.array(z.looseObject({ sender: z.string() })) })
      .parse(await (await fetch(`${handset}/api/messages?phone=${phone}`)).json())
    if (messages[0]) return messages[0].sender
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}
interface DemoApp {
  accessKeyId: string
  accessKeySecret: string
  signature: string
  templateCode: string
  templateParam: Record<string, string>
}

test('a channel gets more kinds and takes over the messages of a disabled one; a test message uses the enabled one', () =>
  site.visit(async page => {
    await staff(page, '/channels')
    await heading(page, '通道').waitFor()
    await page.getByRole('button', { name: '新建通道' }).click()
    await confirm(page, '新建')
    for (const text of ['请填写通道名称', '请填写域名或IP地址', '至少选择一种短信类型', '至少选择一个运营商'])
      await dialog(page).getByText(text).waitFor()
    await page.getByRole('button', { name: '返回' }).click()

    await openChannel(page, marketing)
    await page.getByRole('button', { name: '修改', exact: true }).click()
    await dialog(page).getByLabel('验证码').check()
    await dialog(page).getByLabel('通知').check()
    await confirm(page, '保存')
    await page.getByText(`通道“${marketing}”已修改`).waitFor()
    await page.getByText('类型 推广 → 类型 ').waitFor()

    expect(await senderOf('13811112222')).toMatch(/^10690001/)
    await openChannel(page, industry)
    await page.getByRole('button', { name: '停用', exact: true }).click()
    await dialog(page).getByText('改走路由中的其他通道').waitFor()
    await confirm(page, '停用')
    await page.getByText(`通道“${industry}”已停用`).waitFor()
    await tryRoute(page, `走“${marketing}”`)
    expect(await senderOf('13811113333')).toMatch(/^10690002/)

    await openChannel(page, industry)
    await page.getByRole('button', { name: '启用', exact: true }).click()
    await confirm(page, '启用')
    await page.getByText('已启用，几秒后生效').waitFor()
    await rowOf(page, industry).getByText('已连接').waitFor({ timeout: 60_000 })
    await page.getByLabel('手机号').fill('13800138000')
    await page.getByRole('button', { name: '发送', exact: true }).click()
    await page.getByText(`提交给运营商（${industry}）`).waitFor()
    await page.getByText('DELIVRD').waitFor()
  }))

test.each([
  { protocol: 'CMPP', system: '账号（Source_Addr）', systemId: '901234', wrong: '账号为1-6位字母、数字或符号', phone: '13811115555' },
  { protocol: 'SMGP', system: '账号（ClientID）', systemId: '10690001', wrong: '账号为1-8位字母、数字或符号', phone: '13811116666' },
  { protocol: 'SGIP', system: '账号（Login Name）', systemId: 'hongyan', wrong: '节点编号为10位数字，如3010012345', phone: '13811117777' },
])('a $protocol channel is set up with the words of the form; its test message arrives on the handset', one =>
  site.visit(async page => {
    const { protocol, system, systemId, wrong, phone } = one
    const name = `${protocol}直连`
    const { carrier, handset } = z.looseObject({ carrier: z.record(z.string(), z.string()), handset: z.string() }).parse(site.addresses)
    await staff(page, '/channels')
    await page.getByRole('button', { name: '新建通道' }).click()
    await choose(page, '协议', protocol === 'SGIP' ? 'SGIP 1.2' : protocol)
    const fill = (label: string, text: string) => dialog(page).getByLabel(label, { exact: true }).fill(text)
    await fill('通道名称', name)
    await fill('地址', '127.0.0.1')
    await fill('端口', carrier[protocol.toLowerCase()]?.split(':').at(-1) ?? '')
    await fill(system, protocol === 'SGIP' ? systemId : `${systemId}9`)
    await fill('密码', 'simulate')
    await fill('接入号', '10690003')
    for (const box of ['验证码', '中国移动']) await dialog(page).getByLabel(box).check()
    await confirm(page, '新建')
    await dialog(page).getByText(wrong).waitFor()
    if (protocol === 'SGIP') await fill('节点编号', '3010012345')
    else await fill(system, systemId)
    await confirm(page, '新建')
    await page.getByText(`通道“${name}”已新建`).waitFor()
    await rowOf(page, name).getByText('已连接').waitFor({ timeout: 60_000 })
    await openChannel(page, name)
    await page.getByText(protocol === 'SGIP' ? 'SGIP 1.2' : `${protocol} 3.0`, { exact: true }).waitFor()
    await page.getByLabel('手机号').fill(phone)
    await page.getByRole('button', { name: '发送', exact: true }).click()
    await page.getByText(`提交给运营商（${name}）`).waitFor()
    await page.getByText('DELIVRD').waitFor()
    expect(await page.getByRole('region', { name: '请求' }).first().innerText()).toMatch(/[\da-f]{60}/)
    const shown = await (await fetch(`${handset}/api/messages?phone=${phone}`)).json()
    expect(shown).toMatchObject({ messages: [{ sender: expect.stringMatching(/^10690003/), text: expect.stringContaining('通道测试') }] })
    await page.getByRole('button', { name: '撤量', exact: true }).click()
    await dialog(page).getByText('人工撤量').click()
    await confirm(page, '保存')
    await page.getByText(`通道“${name}”的撤量已设置`).waitFor()
    await page.getByText('已撤量').first().waitFor()
    await page.getByRole('button', { name: '停用', exact: true }).click()
    await confirm(page, '停用')
    await page.getByText(`通道“${name}”已停用`).waitFor()
  }),
)

test('a channel by HTTP is described in a form; its trial shows request and answer without secrets, refusals too', () =>
  site.visit(async page => {
    const name = 'HTTP上游'
    const { carrier, handset } = z.looseObject({ carrier: z.record(z.string(), z.string()), handset: z.string() }).parse(site.addresses)
    await staff(page, '/channels')
    await page.getByRole('button', { name: '新建通道' }).click()
    await choose(page, '协议', 'HTTP')
    const fill = (label: string, text: string) => dialog(page).getByLabel(label, { exact: true }).fill(text)
    await fill('通道名称', name)
    await fill('接口地址', carrier.http ?? '')
    await fill('账号', 'hongyan-http')
    await fill('密码', 'simulate')
    await fill('接入号', '10690003')
    await fill('编号位置', '')
    for (const box of ['验证码', '中国移动']) await dialog(page).getByLabel(box).check()
    await confirm(page, '新建')
    for (const text of ['请填写以https://或http://开头的地址', '请填写编号在应答中的位置']) await dialog(page).getByText(text).waitFor()
    await fill('接口地址', `http://${carrier.http}/2010-04-01/Accounts/{account}/Messages.json`)
    await fill('编号位置', 'sid')
    await choose(page, '状态报告', '我方查询')
    await dialog(page).getByLabel('原因').fill('接入HTTP上游')
    await page.keyboard.press('Escape')
    await page.getByText('放弃已填写的内容？').last().waitFor()
    await page.getByRole('button', { name: '继续填写' }).click()
    await confirm(page, '新建')
    await dialog(page).getByText('状态报告由我方查询时，请填写查询地址').first().waitFor()
    await choose(page, '状态报告', '上游推送')
    await confirm(page, '新建')
    await page.getByText(`通道“${name}”已新建`).waitFor()
    await rowOf(page, name).getByText('已连接').waitFor({ timeout: 60_000 })
    await openChannel(page, name)
    await page.getByText('/carrier/').waitFor()
    await page.getByLabel('手机号').fill('13811118888')
    await page.getByRole('button', { name: '发送', exact: true }).click()
    await page.getByText(`提交给运营商（${name}）`).waitFor()
    await page.getByText('DELIVRD').waitFor()
    const request = page.getByRole('region', { name: '请求' }).first()
    await request.getByText('To=+8613811118888').waitFor()
    expect(await request.innerText()).toContain('Authorization: ***')
    await page.getByRole('region', { name: '应答' }).first().getByText('HTTP 201').waitFor()
    const shown = await (await fetch(`${handset}/api/messages?phone=13811118888`)).json()
    expect(shown).toMatchObject({ messages: [{ sender: expect.stringMatching(/^10690003/), text: expect.stringContaining('通道测试') }] })
    await page.getByLabel('手机号').fill('13811110008')
    await page.getByRole('button', { name: '发送', exact: true }).click()
    await page.locator('summary').getByText('HTTP:21211').click()
    await page.getByRole('region', { name: '应答' }).last().getByText('HTTP 400').waitFor()
    await page.reload()
    await page.locator('summary').getByText('测试短信，运营商已接收').click()
    await page.getByRole('region', { name: '应答' }).getByText('HTTP 201').waitFor()
    await checkAccessibility(page, 'channel by HTTP')
    await page.getByRole('button', { name: '停用', exact: true }).click()
    await confirm(page, '停用')
    await page.getByText(`通道“${name}”已停用`).waitFor()
  }))

test('a route is set by shares, refused without a channel, and removed', () =>
  site.visit(async page => {
    await staff(page, '/routes')
    await heading(page, '路由').waitFor()
    await page.getByRole('button', { name: '新建路由' }).click()
    await confirm(page, '保存')
    await dialog(page).getByText('至少选择一个通道').waitFor()
    await page.getByRole('button', { name: '返回' }).click()
    await page.getByRole('button', { name: '设置通知 · 中国移动' }).click()
    await choose(page, '通道', '行业通道（虚拟运营商）')
    await dialog(page).getByText('按比例').click()
    await page.getByLabel('行业通道（虚拟运营商）（%）').fill('90')
    await confirm(page, '保存')
    await dialog(page).getByText('比例合计须为100%，现在是90%').waitFor()
    await page.getByLabel('行业通道（虚拟运营商）（%）').fill('100')
    await confirm(page, '保存')
    await page.getByText('路由已保存').waitFor()
    await page.getByText('无 → 按比例：行业通道（虚拟运营商） 100%').waitFor()
    await page.getByRole('button', { name: '清除通知 · 中国移动' }).click()
    await confirm(page, '删除')
    await page.getByText('路由已删除').waitFor()
    await page.getByText('按比例：行业通道（虚拟运营商） 100% → 无').waitFor()
  }))

test('a file of segments is previewed row by row, then applied; a number is found in it', () =>
  site.visit(async page => {
    await staff(page, '/segments')
    await heading(page, '号段').waitFor()
    await page.getByRole('button', { name: '批量导入' }).click()
    const file = Buffer.from('号段,运营商,虚拟运营商\n1540,联通,\n138,移动,\n12,移动,\n')
    await page.locator('input[type=file]').setInputFiles({ name: '号段.csv', mimeType: 'text/csv', buffer: file })
    await dialog(page).getByText('号段为3-7位数字，以13-19开头').waitFor()
    await dialog(page).getByText('新增：中国联通').waitFor()
    await confirm(page, '导入 1 行')
    await page.getByText('已导入：新增 1 个，修改 0 个').waitFor()
    await page.getByLabel('查号码').fill('15400000000')
    await page.getByLabel('查号码').press('Enter')
    await page.getByText('号段 1540').waitFor()
  }))

test.each(viewsOf(import.meta.filename))('every page and dialog is accessible and never scrolls sideways at $width px', options =>
  site.visit(async page => {
    await staff(page, '/', site.addresses.demo.admin.login)
    await heading(page, '工作台').waitFor()
    const open = async (path: string, title: string) => {
      await page.goto(site.addresses.admin + path)
      await heading(page, title).waitFor()
      await page.waitForLoadState('networkidle')
      await checkAccessibility(page, path)
    }
    const checkPage = async (where: string) => {
      await reason(page).waitFor()
      await checkAccessibility(page, where)
      await page.getByRole('button', { name: '返回' }).click()
      await reason(page).waitFor({ state: 'hidden' })
    }
    await open('/channels', '通道')
    await page.getByRole('button', { name: '新建通道' }).click()
    await checkPage('channel form')
    await page.getByRole('button', { name: '行业通道（虚拟运营商）', exact: true }).click()
    await page.getByRole('heading', { name: '修改记录' }).waitFor()
    await checkAccessibility(page, 'channel')
    await open('/routes', '路由')
    await page.getByRole('button', { name: '新建路由' }).click()
    await checkPage('route form')
    await open('/segments?search=13800138000', '号段')
    await page.getByRole('button', { name: '添加号段' }).click()
    await checkPage('segment form')
    await open('/segments?view=ported', '号段')
  }, options),
)
