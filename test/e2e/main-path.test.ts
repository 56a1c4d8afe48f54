import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { approveWaiting } from '#test/support/approval.ts'
import { openSite } from '#test/support/site.ts'
import { choose, chooseAct, errorsOf, heading, patienceMs, rowOf, signIn, untilFocused } from '#test/support/visit.ts'
import { itemOrThrow, matchOrThrow } from '#values/or-throw.ts'

let context: BrowserContext
let page: Page
let staffPage: Page
let errors: string[]

const site = openSite({
  prepare: async ({ browser }) => {
    context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(patienceMs)
    errors = errorsOf(context)
    page = await context.newPage()
    staffPage = await context.newPage()
  },
})

const owner = { phone: '19200003005', password: 'Cloud8Tea' }
const refuser = '13815559990'
const blacklisted = '13815559991'
const failing = { '13815550050': { state: 'UNDELIV', errorCode: 'MK:0001' }, '13815550051': { state: 'EXPIRED', errorCode: 'MK:0002' } }
const validCount = 9_990

const open = async (path: string, title: string) => {
  await page.goto(site.addresses.console + path)
  await heading(page, title).waitFor()
}
/** Reloads a page until it shows the expected change. */
const untilShown = (path: string, title: string, what: () => Locator) =>
  expect
    .poll(
      async () => {
        await open(path, title)
        await page.waitForLoadState('networkidle')
        return what().count()
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toBeGreaterThan(0)
const openAdmin = async (path: string, title: string) => {
  await staffPage.goto(site.addresses.admin + path)
  await heading(staffPage, title).waitFor()
}
const setUpCarrier = async (path: string, body: unknown) => {
  const answer = await fetch(`${site.addresses.handset}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

test('1. a visitor registers with the code on the virtual handset', async () => {
  await page.goto(site.addresses.console)
  await page.getByRole('main').getByRole('link', { name: '免费注册' }).click()
  await page.getByLabel('手机号').fill(owner.phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  // Whoever goes on while the code is sent is left there.
  const password = page.getByLabel('密码', { exact: true })
  await password.focus()
  await page.getByRole('button', { name: /秒后重发/ }).waitFor()
  await untilFocused(password)
  const [handset] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: '去虚拟手机查看验证码' }).click()])
  const text = handset.getByRole('log').getByText(/验证码\d{6}/)
  await page.getByLabel('短信验证码').fill(itemOrThrow(matchOrThrow(/验证码(\d{6})/, await text.innerText()), 1))
  await handset.close()
  await password.fill(owner.password)
  await page.getByLabel(/我已阅读并同意/).check()
  await page.getByRole('button', { name: '注册' }).click()
  await heading(page, '控制台首页').waitFor()
})

async function submitTemplate(name: string, kind: string, text: string): Promise<void> {
  await open('/sms/template?form=new', '短信模板')
  await page.getByLabel('模板名称').fill(name)
  await page.getByRole('radio', { name: kind }).check()
  await page.getByRole('textbox', { name: '内容', exact: true }).fill(text)
  await page.getByRole('button', { name: '提交审核' }).click()
  await rowOf(page, name).getByText('审核中').waitFor()
}

/** Opens a waiting review and presses a button for it. */
async function decide(item: string, button: string): Promise<void> {
  await openAdmin('/reviews', '内容审核')
  await staffPage.getByRole('list', { name: '等待审核的内容' }).getByRole('button', { name: item }).click()
  await staffPage.getByRole('heading', { level: 2 }).filter({ hasText: item }).waitFor()
  await staffPage.getByRole('button', { name: button }).click()
}
async function approve(item: string): Promise<void> {
  await decide(item, '通过')
  await staffPage.getByText(new RegExp(`已通过：.*${item}`)).waitFor()
}

test('2. a signature and templates are submitted; staff approve, and reject one with a reason that the customer sees', async () => {
  await open('/sms/signature?form=new', '短信签名')
  await page.getByRole('dialog').getByRole('textbox', { name: '签名', exact: true }).fill('青石茶馆')
  await page.getByRole('button', { name: '提交审核' }).click()
  await rowOf(page, '青石茶馆').getByText('审核中').waitFor()
  await submitTemplate('取茶提醒', '通知', '您好${name}，您订的茶已到店，请于本周内来取。')
  await submitTemplate('活动预告', '通知', '您好，本周末店里有新茶品鉴，欢迎到店。')

  await signIn(staffPage, site.addresses.admin, site.addresses.demo.admin)
  await heading(staffPage, '工作台').waitFor()
  for (const item of ['青石茶馆', '取茶提醒']) await approve(item)
  await decide('活动预告', '驳回')
  await staffPage.getByLabel('驳回原因').fill('推广内容请用推广类型的模板')
  await staffPage.getByLabel('驳回原因').press('Control+Enter')
  await staffPage.getByText('已驳回：活动预告').waitFor()

  await open('/sms/template', '短信模板')
  await rowOf(page, '取茶提醒').getByText('已通过').waitFor()
  await rowOf(page, '活动预告').getByText('推广内容请用推广类型的模板').waitFor()
})

test('3. staff attest the customer and grant a package, which the ledger holds', async () => {
  await openAdmin(`/customers?search=${owner.phone}`, '客户')
  await staffPage.getByRole('row').nth(1).getByRole('button').first().click()
  const act = async (begin: () => Promise<void>, fields: Record<string, string>, confirm: string) => {
    await begin()
    const form = staffPage.getByRole('dialog').filter({ has: staffPage.getByLabel('原因') })
    for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value)
    await form.getByRole('button', { name: confirm, exact: true }).click()
    await form.waitFor({ state: 'hidden' })
  }
  await act(
    () => staffPage.getByRole('button', { name: '人工认证', exact: true }).click(),
    { 认证名称: '青石茶馆（杭州）有限公司', 原因: '线下核对营业执照原件' },
    '确认认证',
  )
  await act(() => chooseAct(staffPage, '赠送套餐'), { 套餐名称: '开业礼包', 数量: '12000', 原因: '新客户开业' }, '提交复核')
  await approveWaiting(site.addresses)
  await open('/system/home', '控制台首页')
  await page.getByText('开业礼包').waitFor()
})

const next = () => page.getByRole('button', { name: '下一步' }).click()

/** Ten thousand numbers in a file with two title rows: some repeated, some malformed, one on the blacklist. */
function numbersFile(): string {
  // The simulated carrier treats numbers that end in 0000 to 0012 specially.
  const phones = Array.from({ length: 10_010 }, (_, i) => 13_815_550_013 + i).filter(phone => phone % 10_000 > 12)
  const numbers = phones.slice(0, 9_991).map((phone, i) => `${phone},会员${i}`)
  const malformed = ['12345,短号', '1381555004x,字母', ',没有号码', '0571-88880000,座机', '+852 6123 4567,香港']
  return ['手机号,称呼', ...numbers, ...numbers.slice(5, 9), ...malformed].join('\n')
}

test('4. ten thousand numbers are uploaded, checked, priced and sent; the task is paused and resumed on the way', async () => {
  await open('/sms/blacklist', '黑名单')
  await page.getByRole('button', { name: '添加号码' }).first().click()
  await page.getByRole('dialog').getByRole('textbox', { name: '手机号', exact: true }).fill(blacklisted)
  await page.getByRole('radio', { name: '推广和通知短信' }).check()
  await page.getByRole('button', { name: '添加 1 个号码' }).click()
  await page.getByRole('button', { name: '完成' }).click()

  // Slow enough to be paused on the way: the window is full of unanswered submits.
  const slow = { match: 'prefix', value: '138155', behaviour: { answerDelayMs: 3_000 } }
  const failures = Object.entries(failing).map(([value, behaviour]) => ({ match: 'exact', value, behaviour }))
  await setUpCarrier('/api/behaviour', { rules: [slow, ...failures] })

  await open('/sms/broadcast', '群发短信')
  await choose(page, '签名', '【青石茶馆】')
  await choose(page, '模板', '通知 · 取茶提醒')
  await next()
  await page.getByLabel('号码文件').setInputFiles({ name: '会员.csv', mimeType: 'text/csv', buffer: Buffer.from(numbersFile()) })
  await page.getByText('变量 name').waitFor()
  await page.getByRole('button', { name: '开始检查号码' }).click()
  await page.getByText('检查完成', { exact: true }).waitFor()
  await page.getByText(validCount.toLocaleString('en-US')).first().waitFor()
  await next()
  // A second click on the previous step would lead to the same one.
  await heading(page, '时间', 2).waitFor()
  await next()
  await page.getByRole('row', { name: new RegExp(`合计\\s*${validCount.toLocaleString('en-US')}\\s*条`) }).waitFor()
  // A just approved signature is not registered with the carriers yet.
  await page.getByRole('checkbox', { name: /仍然发送/ }).check()
  await next()
  await page.getByRole('textbox', { name: '任务名称' }).fill('十一月取茶')
  await page.getByRole('button', { name: '立即发送' }).click()
  await heading(page, '十一月取茶').waitFor()

  await page.getByText(/已提交 /).waitFor()
  await page.getByRole('button', { name: '暂停', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '暂停' }).click()
  await page.getByText('已暂停').first().waitFor()
  await page.getByRole('button', { name: '继续', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '继续' }).click()
  await page.getByText('已继续发送').waitFor()
  await setUpCarrier('/api/behaviour', { rules: failures })
  await page.getByText(/^这次群发已结束/).waitFor()
})

test('5. each message shows its way, and the package is charged for exactly what was delivered', async () => {
  const delivered = validCount - Object.keys(failing).length
  await untilShown('/sms/delivery', '发送记录', () => page.getByText(delivered.toLocaleString('en-US')))
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/手机号/))
    .first()
    .fill('13815550050')
  await page.keyboard.press('Enter')
  // Selects by row: the top row may still be of the list before the search.
  await rowOf(page, '138****0050').getByRole('button', { name: '详情' }).click()
  await page
    .getByRole('dialog')
    .getByText(/MK:0001/)
    .first()
    .waitFor()
  await open('/system/home', '控制台首页')
  await page.getByText(new RegExp(`剩余 ${(12_000 - delivered).toLocaleString('en-US')} / 12,000`)).waitFor()
})

test('6. a phone that replies R is blacklisted, and the next marketing broadcast skips it', async () => {
  const handset = await context.newPage()
  await handset.goto(site.addresses.handset)
  await handset.getByLabel('查看号码').fill(refuser)
  await handset.getByRole('button', { name: '查看' }).click()
  await handset.getByRole('button', { name: '快捷回复 R' }).click()
  await handset.close()
  await untilShown('/sms/blacklist', '黑名单', () => rowOf(page, '回复退订'))

  await submitTemplate('周末优惠', '推广', '老会员专享，本周末茶饮八折。')
  await approve('周末优惠')
  await open('/sms/broadcast', '群发短信')
  await choose(page, '签名', '【青石茶馆】')
  await choose(page, '模板', '推广 · 周末优惠')
  await next()
  await page.getByRole('button', { name: '粘贴号码' }).click()
  await page.getByRole('textbox', { name: '手机号' }).fill(`${refuser}\n13815559992`)
  await page.getByRole('button', { name: '使用这些号码' }).click()
  await page.getByText('检查完成', { exact: true }).waitFor()
  await page.getByText('在黑名单中').waitFor()
})

test('no script has failed on the way', () => expect(errors).toEqual([]))
