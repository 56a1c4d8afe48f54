import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { atContent, atStep, fillIn, importNumbers, next, toConfirm } from '#test/support/broadcast-form.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, choose, heading, openSignedIn, rowOf, signIn, type View } from '#test/support/visit.ts'
import { chinaDay } from '#values/china-time.ts'

const site = openSite()

const atForm = (work: (page: Page) => Promise<void>, view: View = {}) => atContent(site, 'customer', work, view)
const saved = (page: Page) => page.getByText('已保存为草稿').waitFor()

test('a broadcast form survives a reload, is a draft on any device, and its steps follow the browser’s history', async () => {
  await atForm(async page => {
    await fillIn(page, { prefix: 1_386_100, count: 8 })
    await next(page)
    await page.getByRole('checkbox', { name: '匀速发送' }).check()
    await page.getByRole('spinbutton', { name: '每分钟发送' }).fill('4')
    await page.getByText(/按这个速度，预计 .* 发完/).waitFor()
    await saved(page)
    await page.reload()
    await atStep(page, '时间')
    await expect.poll(() => page.getByRole('spinbutton', { name: '每分钟发送' }).inputValue()).toBe('4')
    await page.goBack()
    await atStep(page, '号码')
    await page.goForward()
    await atStep(page, '时间')
    await toConfirmFromTime(page)
    await page.getByRole('textbox', { name: '任务名称' }).fill('换一台电脑再发')
    await saved(page)
  })
  await site.visit(async page => {
    await openSignedIn(page, `${site.addresses.console}/sms/broadcast-task?state=draft`, site.addresses.demo.customer)
    const row = rowOf(page, '换一台电脑再发')
    await row.getByText('8').first().waitFor()
    await row.getByRole('button', { name: '继续填写' }).click()
    await page.getByText('【云栈集市】', { exact: true }).waitFor()
    await next(page)
    await page.getByText('检查完成', { exact: true }).waitFor()
    await toConfirm(page)
    await expect.poll(() => page.getByRole('textbox', { name: '任务名称' }).inputValue()).toBe('换一台电脑再发')
    await page.getByText('每分钟 4 个，每天 08:00–21:00').waitFor()
    await page.getByRole('button', { name: '立即发送' }).click()
    await heading(page, '换一台电脑再发').waitFor()
    await page.getByText(/匀速 每分钟4个/).waitFor()
    await page.getByRole('button', { name: '取消', exact: true }).click()
    await page.getByRole('button', { name: '取消发送' }).click()
    await page.getByText(/已取消 \d+ 个号码，退回 \d+ 条/).waitFor()
    await page.getByRole('alert').filter({ hasText: '这次群发已取消' }).waitFor()
  })
})

test('the default signature is filled in, makes no draft by itself, and is saved with the next choice', () =>
  atForm(async page => {
    const call = (path: string, data?: object) =>
      page.request.fetch(`${site.addresses.console}/api${path}`, { method: data ? 'POST' : 'GET', ...(data ? { data } : {}) })
    const { rows } = await (await call('/signatures?state=approved')).json()
    const { signatureId } = rows.find((row: { text: string }) => row.text === '云栈优选')
    expect((await call('/signatures/make-default', { signatureId })).status()).toBe(200)
    await page.goto(`${site.addresses.console}/sms/broadcast`)
    await page.getByText('【云栈优选】', { exact: true }).waitFor()
    await page.getByRole('link', { name: '查看报备' }).waitFor()
    await page.getByText('选签名和内容，导入号码，确认费用后发送。').waitFor()
    await choose(page, '模板', '通知 · 退款到账')
    await saved(page)
    await page.reload()
    await page.getByText('【云栈优选】', { exact: true }).waitFor()
    await next(page)
    await atStep(page, '号码')
    // The column mapping survives a reload before it is submitted.
    const buffer = Buffer.from('会员手机,甲,乙\r\n13810001001,YT1,1.00\r\n')
    await page.getByLabel('号码文件').setInputFiles({ name: '会员.csv', mimeType: 'text/csv', buffer })
    await choose(page, '变量 order', '所有号码用同一个值')
    await expect.poll(() => page.getByLabel('变量 order 的值').evaluate(field => field === document.activeElement)).toBe(true)
    await page.getByLabel('变量 order 的值').fill('YT2026')
    await page.reload()
    await expect.poll(() => page.getByLabel('变量 order 的值').inputValue()).toBe('YT2026')
  }))

async function toConfirmFromTime(page: Page): Promise<void> {
  for (const step of ['费用', '确认']) {
    await next(page)
    await atStep(page, step)
  }
}

test('numbers whose carrier has not registered the signature are shown before payment, and sent to only on confirmation', () =>
  atForm(async page => {
    await fillIn(page, { prefix: 1_926_200, count: 6 }, '【云栈优选】')
    await next(page)
    await atStep(page, '时间')
    await next(page)
    await page.getByText('6 个号码的运营商还没有完成这个签名的报备').waitFor()
    await page.getByText('广电：报备失败，6 个号码').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '下一步' }).isDisabled()).toBe(true)
    await checkAccessibility(page, 'unregistered')
    await saved(page)
    // A resumed draft opens at the first missing step, and stays there until it is filled in.
    await page.goto(page.url().replace('step=cost', 'step=confirm'))
    await atStep(page, '费用')
    await page.getByRole('checkbox', { name: /仍然发送/ }).check()
    await expect.poll(() => page.getByRole('checkbox', { name: /仍然发送/ }).isChecked()).toBe(true)
    await atStep(page, '费用')
    await saved(page)
    // The draft keeps it: the address's step can be opened.
    await page.reload()
    await atStep(page, '确认')
    await page.getByText('6 个号码，没有完成报备').waitFor()
    await page.getByRole('textbox', { name: '任务名称' }).fill('知道没有报备')
    await page.getByRole('button', { name: '立即发送' }).click()
    await heading(page, '知道没有报备').waitFor()
  }))

test('a notice at night is a choice with its count, shows its time before it is sent, and moves to the morning by a click', () =>
  atForm(async page => {
    await fillIn(page, { prefix: 1_386_500, count: 3 })
    await next(page)
    await page.getByRole('radio', { name: '定时发送' }).check()
    const time = page.getByRole('textbox', { name: '发送时间' })
    await time.fill(`${chinaDay(Date.now() + 2 * 86_400_000)} 03:34`)
    await time.press('Enter')
    const atNight = page.getByRole('radio', { name: '按这个时间发给 3 个号码' })
    await expect.poll(() => atNight.isChecked()).toBe(true)
    await page.getByRole('radio', { name: '早上 10:00再发给 3 个号码' }).check()
    await checkAccessibility(page, 'choice at night')
    await expect.poll(() => time.inputValue()).toMatch(/ 10:00$/)
    await atNight.check()
    await expect.poll(() => time.inputValue()).toMatch(/ 03:34$/)
    for (const step of ['费用', '确认']) {
      await next(page)
      await atStep(page, step)
    }
    await page.getByText('发送时间是凌晨 03:34，3 个号码的机主可能在休息。').waitFor()
    await checkAccessibility(page, 'night')
    await page.getByRole('button', { name: '改到早上 10:00' }).click()
    await page.getByText(/^\d{4}-\d\d-\d\d 10:00（北京时间）$/).waitFor()
    expect(await page.getByText('凌晨').count()).toBe(0)
    await page.getByRole('button', { name: '定时发送' }).waitFor()
  }))

/** Marketing defaults to contacts who consented; how many did not is shown, with a link to record their consent. */
async function atPhonebook(page: Page): Promise<void> {
  await page.getByRole('button', { name: '通讯录', exact: true }).click()
  const others = page.getByRole('radio', { name: /^也发给没有登记的 [\d,]+ 人，我确认他们都已同意接收推广$/ })
  await others.waitFor()
  expect(await page.getByRole('radio', { name: '只发给登记了同意接收推广的 0 人' }).isChecked()).toBe(true)
  await page.getByText(/[1-9]\d* 人未登记同意 · 去登记。推广短信只能发给同意接收的人。/).waitFor()
  expect(await page.getByRole('link', { name: '去登记' }).getAttribute('href')).toBe('/sms/phonebook?consent=no')
  await expect.poll(() => page.getByRole('button', { name: '没有符合条件的联系人' }).isDisabled()).toBe(true)
  await others.check()
  await page.getByRole('button', { name: /^使用这 [\d,]+ 个联系人$/ }).waitFor()
}

const confirmConsent = (page: Page) => page.getByRole('radio', { name: '都发，我确认他们都已同意接收推广' }).check()

test('marketing at night waits for the morning with its reason, or is refused', () =>
  atForm(async page => {
    await choose(page, '签名', '【云栈集市】')
    await page.getByRole('combobox', { name: '模板' }).click()
    await page
      .locator('.ant-select-item-option')
      .getByText(/^推广 · .*新品到店/)
      .first()
      .click()
    await next(page)
    await atPhonebook(page)
    await page.getByRole('button', { name: '粘贴号码' }).click()
    await page.getByRole('textbox', { name: '手机号' }).fill('13863001001 13863001002')
    await page.getByRole('button', { name: '使用这些号码' }).click()
    const begin = page.getByRole('button', { name: '开始检查号码' })
    await begin
      .or(page.getByText('检查完成', { exact: true }))
      .first()
      .waitFor()
    if (await begin.isVisible()) {
      await page.getByRole('combobox', { name: /^变量/ }).first().click()
      await page.locator('.ant-select-item-option').getByText('所有号码用同一个值').click()
      await page.getByRole('textbox', { name: /的值$/ }).fill('会员')
      await begin.click()
      await page.getByText('检查完成', { exact: true }).waitFor()
    }
    // Nothing says that these people consented: the sender does, before anything is sent.
    await page.getByText('请选择没有登记同意的号码是否发送').first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: '下一步' }).isDisabled()).toBe(true)
    await confirmConsent(page)
    await next(page)
    await page.getByRole('radio', { name: '定时发送' }).check()
    const time = page.getByRole('textbox', { name: '发送时间' })
    const tomorrow = chinaDay(Date.now() + 86_400_000)
    // Usual times are buttons, others are typed.
    await page.getByRole('button', { name: /^[今明][早晚] 10:00$/ }).click()
    await expect.poll(() => time.inputValue()).toMatch(/ 10:00$/)
    await time.fill(`${tomorrow} 22:00`)
    await time.press('Enter')
    await page.getByText(/会等到 .* 08:00 自动开始发送/).waitFor()
    await page.getByRole('radio', { name: / 08:00 到可以发送的时段时发给 2 个号码$/ }).waitFor()
    await page.getByRole('radio', { name: '取消未发的' }).check()
    await page
      .getByText(/开始时间须在这个时段内/)
      .first()
      .waitFor()
    await expect.poll(() => page.getByRole('button', { name: '下一步' }).isDisabled()).toBe(true)
    await page.getByRole('radio', { name: '次日继续' }).check()
    await next(page)
    await atStep(page, '费用')
  }))

test('a text written for a broadcast is reviewed with it, and its approval starts the broadcast', async () => {
  const name = '自己写的周末活动'
  const text = '本周末全场八折，凭短信到店再送一份小礼品，先到先得。'
  await atForm(async page => {
    await choose(page, '签名', '【云栈集市】')
    await page.getByRole('radio', { name: '自己写推广内容' }).check()
    await page.getByRole('textbox', { name: '推广内容' }).fill('加微信abc12345领红包')
    await page.getByText(/不能留QQ、微信等联系方式/).waitFor()
    await expect.poll(() => page.getByRole('button', { name: '下一步' }).isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: '推广内容' }).fill(text)
    await next(page)
    await importNumbers(page, { prefix: 1_386_400, count: 5 })
    await confirmConsent(page)
    await toConfirm(page)
    await page.getByRole('textbox', { name: '任务名称' }).fill(name)
    await page.getByRole('button', { name: '提交审核并发送' }).click()
    await heading(page, name).waitFor()
    await page.getByText('待审核').waitFor()
  })
  await site.visit(async staff => {
    await signIn(staff, site.addresses.admin, site.addresses.demo.admin)
    await heading(staff, '工作台').waitFor()
    await staff.goto(`${site.addresses.admin}/reviews`)
    await staff
      .getByRole('list', { name: '等待审核的内容' })
      .getByRole('button', { name: /群发：本周末/ })
      .click()
    await staff.getByRole('heading', { level: 2 }).filter({ hasText: '群发：本周末' }).waitFor()
    await staff.getByRole('button', { name: '通过' }).click()
    await staff.getByText(/已通过：/).waitFor()
  })
  await atForm(async page => {
    await page.goto(`${site.addresses.console}/sms/broadcast-task`)
    await heading(page, '群发任务').waitFor()
    // By day it is sent at once, by night it waits for the morning: in both cases it is no longer under review.
    await rowOf(page, name).getByText('待审核').waitFor({ state: 'detached' })
  })
})

test('on a phone the buttons lie over nothing of the preview', () =>
  atForm(
    async page => {
      const preview = await page.getByRole('region', { name: '短信预览' }).boundingBox()
      const buttons = await page.locator('footer').filter({ hasText: '下一步' }).boundingBox()
      expect(buttons!.y + buttons!.height).toBeLessThanOrEqual(preview!.y)
    },
    { width: 375 },
  ))
