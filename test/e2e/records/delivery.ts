import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, choose, proveBySms, untilFocused, viewsOf } from '#test/support/visit.ts'
import { firstOrThrow, itemOrThrow, matchOrThrow } from '#values/or-throw.ts'

const site = openSite()

const { at } = site

const rows = (page: Page) => page.locator('tbody tr')
const words = async (page: Page) => (await rows(page).allInnerTexts()).join('\n')

test('the first Tab skips the menu, and the calendar of a filter follows its button', () =>
  at('customer', '/sms/delivery', async page => {
    const skip = page.getByRole('link', { name: '跳到主要内容' })
    for (const arrive of [() => page.reload(), () => page.goto(`${site.addresses.console}/shorturl/visitor`)]) {
      await arrive()
      await page.getByRole('navigation', { name: '功能' }).locator('[aria-current=page]').waitFor()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Tab')
      await untilFocused(skip)
      await page.keyboard.press('Enter')
      await untilFocused(page.getByRole('main'))
    }
    await page.goto(`${site.addresses.console}/sms/delivery`)
    await page.getByRole('button', { name: /^提交时间/ }).focus()
    await page.keyboard.press('Enter')
    const popover = page.getByRole('tooltip').or(page.getByRole('dialog')).filter({ visible: true })
    const first = firstOrThrow(await popover.getByRole('button').all())
    await untilFocused(first)
    const typed = popover.getByRole('textbox').first()
    await typed.waitFor()
    const reached = () => typed.evaluate(one => one === document.activeElement)
    let tabs = 0
    while (!(await reached()) && tabs < 12) {
      await page.keyboard.press('Tab')
      tabs += 1
    }
    expect(await reached()).toBe(true)
    await page.keyboard.press('Tab')
    await untilFocused(popover.getByRole('textbox').last())
    await page.keyboard.press('Escape')
    const button = page.getByRole('button', { name: /^提交时间/ })
    await untilFocused(button)
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('Enter')
    await untilFocused(first)
    await popover.getByRole('textbox').last().focus()
    await page.keyboard.press('Tab')
    await popover.waitFor({ state: 'hidden' })
  }))

test('a failed message is found, its refund explained, its number revealed and blocked, and the way back keeps the filter', () =>
  at('customer', '/sms/delivery', async page => {
    await page.getByText('成功', { exact: true }).first().waitFor()
    await choose(page, '状态', '全部失败')
    await page.waitForURL(/state=failed/)
    const failedAlone = async () => {
      const text = await words(page)
      return text.includes('详情') && !text.includes('成功')
    }
    await expect.poll(failedAlone).toBe(true)
    // The whole of a text that is cut is its tooltip.
    const content = rows(page).first().locator('td > span').filter({ hasText: '【' })
    await content.hover()
    expect(await content.getAttribute('title')).toBe(await content.innerText())
    await rows(page).first().getByRole('button', { name: '详情' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('提交给运营商').waitFor()
    await drawer.getByText('已退回').waitFor()
    await drawer.getByRole('button', { name: '显示完整号码' }).click()
    await proveBySms(page, site.addresses.handset, { act: '查看完整号码', phone: '19200002001' })
    await drawer.getByText(/^1\d{10}$/).waitFor()
    await drawer.getByRole('button', { name: '加入黑名单' }).click()
    await page.getByRole('tooltip').getByRole('button', { name: '加入黑名单' }).click()
    await drawer.getByText('该号码在黑名单中').waitFor()
    await page.reload()
    await drawer.getByText('已退回').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    expect(page.url()).toContain('state=failed')
    await page.getByRole('button', { name: '重置' }).click()
    await page.waitForURL(url => !url.search.includes('state'))
  }))

test('pages of messages move by cursor in both directions; an invalid number is reported without a request', () =>
  at('customer', '/sms/delivery', async page => {
    await rows(page).nth(19).getByRole('button').waitFor()
    const first = await words(page)
    await page.getByRole('button', { name: '下一页' }).click()
    await page.waitForURL(/cursor=/)
    await expect.poll(() => words(page)).not.toBe(first)
    expect(await page.locator('[data-list]').evaluate(list => list.getBoundingClientRect().top)).toBeGreaterThan(0)
    await page.getByRole('button', { name: '上一页' }).click()
    await page.waitForURL(url => !url.search.includes('cursor'))
    const phone = page.getByRole('textbox', { name: '手机号' })
    await phone.fill('12345')
    await phone.press('Enter')
    await page.getByText('请输入11位手机号，或后4位').waitFor()
    expect(page.url()).not.toContain('phone')
    await phone.fill('0001')
    await phone.press('Enter')
    await page.getByText('没有符合条件的内容').waitFor()
  }))

test('messages that come while the list is read wait behind a quiet bar, and are shown by a press', () =>
  at('customer', '/sms/delivery', async page => {
    await rows(page).nth(19).getByRole('button').waitFor()
    const named = (place: number) =>
      rows(page).nth(place).locator('td').nth(1).or(rows(page).nth(place).locator('td').nth(2)).allInnerTexts()
    const before = await named(0)
    const place = await rows(page).first().boundingBox()
    const { accessKeyId, accessKeySecret, signature, templateCode, templateParam, phone } = site.addresses.demo.app
    const phones = [`${phone.slice(0, -1)}3`, `${phone.slice(0, -1)}4`]
    const response = await fetch(`${site.addresses.openapi}/openapi/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessKeyId}:${accessKeySecret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ phones, signature, templateCode, templateParam }),
    })
    expect(response.status, await response.clone().text()).toBe(200)
    const bar = page.getByText('有 2 条新记录')
    await bar.waitFor()
    expect(await named(0)).toEqual(before)
    expect(await rows(page).first().boundingBox()).toEqual(place)
    await checkAccessibility(page, 'new messages')
    await bar.getByRole('button', { name: '显示' }).press('Enter')
    await bar.waitFor({ state: 'hidden' })
    await expect.poll(() => named(2)).toEqual(before)
    await untilFocused(rows(page).first())
  }))

test('all messages of a filter are chosen over the pages: their recipients are blocked, exported and get a broadcast', () =>
  at('customer', '/sms/delivery?state=failed', async page => {
    await rows(page).nth(19).getByRole('button').waitFor()
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    const toolbar = page.getByRole('toolbar', { name: '批量操作' })
    const whole = toolbar.getByRole('button', { name: /^选择符合条件的全部/ })
    const everything = matchOrThrow(/[\d,]+/, await whole.innerText())[0]
    await whole.click()
    await toolbar.getByText(`已选符合条件的全部 ${everything} 项`).waitFor()
    await toolbar.getByRole('button', { name: '导出' }).click()
    await page.getByRole('dialog').getByText('全部失败').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const block = async () => {
      await toolbar.getByRole('button', { name: '加入黑名单' }).click()
      await page.getByRole('tooltip').getByText(`将这 ${everything} 条短信的收件人加入黑名单？`).waitFor()
      await page.getByRole('tooltip').getByRole('button', { name: '加入黑名单' }).click()
    }
    await block()
    // An earlier journey has blocked one of them.
    const result = page.getByRole('dialog').filter({ hasText: /已将 [\d,]+ 个号码加入黑名单/ })
    await result.getByText(/另有 \d+ 个没有加入/).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      result.getByRole('button', { name: '下载没有加入的号码' }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toMatch(/"1\d\d\*{4}\d{4}","原来就在黑名单中"/)
    await result.getByRole('button', { name: '知道了' }).click()
    await page.getByRole('checkbox', { name: '选择此行' }).first().check()
    await toolbar.getByText('已选 1 项').waitFor()
    await toolbar.getByRole('button', { name: '用这些号码群发' }).click()
    await page.waitForURL(/broadcast\?draft=/)
    await page.getByText('1 个号码已放进新的草稿').waitFor()
    await choose(page, '签名', '【云栈优选】')
    await choose(page, '模板', '推广 · 会员日')
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByText('发送记录中的号码', { exact: true }).waitFor()
  }))

test('keys move from row to row, tick one and open it, and type where someone types', () =>
  at('customer', '/sms/delivery', async page => {
    await rows(page).nth(19).getByRole('button').waitFor()
    for (const key of ['j', 'j', 'ArrowDown', 'k']) await page.keyboard.press(key)
    await untilFocused(rows(page).nth(1))
    await page.keyboard.press('x')
    await page.getByRole('toolbar', { name: '批量操作' }).getByText('已选 1 项').waitFor()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('提交给运营商').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await untilFocused(rows(page).nth(1))
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('勾选列表的当前行').waitFor()
    await page.keyboard.press('Escape')
    const phone = page.getByRole('textbox', { name: '手机号' })
    await phone.fill('')
    await phone.press('j')
    expect(await phone.inputValue()).toBe('j')
  }))

test('filters are saved as a view, in which the list opens, and which is deleted', () =>
  at('customer', '/sms/delivery?state=failed', async page => {
    await page.getByRole('button', { name: '存为视图' }).click()
    await page.getByLabel('视图名称').fill('只看失败')
    await page.getByRole('checkbox', { name: '打开列表时默认使用' }).check()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /保\s*存/ })
      .click()
    const chip = page.getByRole('navigation', { name: '我的视图' }).getByRole('button', { name: '只看失败' }).first()
    await chip.waitFor()
    await page.goto(`${site.addresses.console}/sms/delivery`)
    await page.waitForURL(/state=failed/)
    await page.getByRole('button', { name: '重置' }).click()
    await page.waitForURL(url => url.search === '')
    await chip.click()
    await page.waitForURL(/state=failed/)
    await checkAccessibility(page, 'views')
    await page.getByRole('button', { name: '视图“只看失败”的操作' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await chip.waitFor({ state: 'detached' })
  }))

test('counts that fail to load say so and are tried again; a table whose columns were moved and moved back fits', () =>
  at('customer', '/sms/delivery', async page => {
    await rows(page).nth(19).waitFor()
    await page.route('**/api/messages/figures*', route => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }))
    await choose(page, '类型', '验证码')
    const failure = page.getByRole('alert').filter({ hasText: '统计没能加载' })
    await failure.waitFor()
    await page.unroute('**/api/messages/figures*')
    await failure.getByRole('button', { name: /重\s*试/ }).click()
    await failure.waitFor({ state: 'detached' })
    await page.getByRole('separator', { name: '提交时间列宽' }).focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
    await page.locator('table[data-sized]').waitFor()
    const room = await page.locator('[data-list]').evaluate(list => list.scrollWidth - list.clientWidth)
    expect(room).toBe(0)
    await page.getByRole('button', { name: '列表设置' }).click()
    await page.getByRole('button', { name: '恢复默认' }).click()
  }))

test('on a phone a message is a card: number, state, text and an action for a finger, without scrolling sideways', () =>
  at(
    'customer',
    '/sms/delivery',
    async page => {
      await rows(page).nth(19).getByRole('button', { name: '详情' }).waitFor()
      const card = rows(page).first()
      for (const part of [card.getByText(/^\d{3}\*{4}\d{4}$/), card.getByText('【'), card.getByRole('button', { name: '详情' })]) {
        const box = await part.boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect(box && box.x + box.width).toBeLessThanOrEqual(390)
      }
      expect((await card.getByRole('button', { name: '详情' }).boundingBox())?.height).toBeGreaterThanOrEqual(44)
      for (const name of ['选择此行', '选择本页全部']) {
        const target = await page.getByRole('checkbox', { name }).first().boundingBox()
        expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(24)
      }
      await page.getByRole('checkbox', { name: '选择本页全部' }).check()
      await page.getByText('已选 20 项').waitFor()
    },
    { width: 390 },
  ))

const widths = (page: Page) =>
  page.locator('th[data-column]').evaluateAll(heads => heads.map(head => Math.round(head.getBoundingClientRect().width)))

test('a column gets another width by keys and by the mouse; the others keep theirs, also in another browser', () =>
  at('customer', '/sms/delivery', async page => {
    await rows(page).nth(19).getByRole('button').waitFor()
    const [first, phone = 0, ...others] = await widths(page)
    const handle = page.getByRole('separator', { name: '手机号列宽' })
    await page.getByRole('separator', { name: '提交时间列宽' }).focus()
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key)
    await untilFocused(handle)
    expect(await widths(page)).toEqual([first, phone + 16, ...others])
    await handle.hover({ position: { x: 6, y: 9 } })
    const { x = 0, y = 0 } = (await handle.boundingBox()) ?? {}
    await page.mouse.down()
    for (const by of [10, 20, 30]) await page.mouse.move(x + 6 + by, y + 9)
    const kept = page.waitForResponse('**/api/list-views/columns')
    await page.mouse.up()
    expect((await kept).status()).toBe(200)
    expect(await widths(page)).toEqual([first, phone + 46, ...others])
    await checkAccessibility(page, 'messages with widths')
    await at('customer', '/sms/delivery', async other => {
      await rows(other).nth(19).getByRole('button').waitFor()
      expect(await widths(other)).toEqual([first, phone + 46, ...others])
    })
    await page.getByRole('button', { name: '列表设置' }).click()
    await page.getByRole('button', { name: '恢复默认' }).click()
    await expect.poll(() => widths(page)).toEqual([first, phone, ...others])
  }))

test('an unavailable server is reported, and the data loads by itself when it is back', () =>
  at('customer', '/sms/delivery', async page => {
    await rows(page).nth(19).getByRole('button').waitFor()
    await page.route('**/*', route => route.abort())
    await page.getByRole('button', { name: '下一页' }).click()
    const bar = page.getByText('暂时连不上服务器')
    await bar.waitFor()
    await page.getByRole('button', { name: '重试' }).first().waitFor()
    await page.unroute('**/*')
    await bar.waitFor({ state: 'detached' })
    await rows(page).nth(19).getByRole('button').waitFor()
    await page.getByRole('button', { name: '上一页' }).waitFor()
  }))

test('a reply links to the message that it answers', () =>
  at('customer', '/sms/delivery?tab=inbound', async page => {
    await page.getByText('已退订').first().waitFor()
    await page.getByRole('link', { name: '查看短信' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('收到的回复').waitFor()
    await drawer.getByText('云栈优选').first().waitFor()
  }))

test('an address with invalid filters says so, still shows messages, and can be cleared; likewise a range that ends before it begins', () =>
  at('customer', '/sms/delivery?state=lost&from=2026-11-20&to=2026-11-01', async page => {
    await page.getByText('状态“lost”不存在').waitFor()
    await page.getByText('开始日期晚于结束日期').waitFor()
    await rows(page).first().getByRole('button', { name: '详情' }).waitFor()
    await page.getByRole('button', { name: '清除筛选' }).click()
    await page.waitForURL(url => url.search === '')
    await page.getByText('部分筛选条件没有生效').waitFor({ state: 'detached' })
  }))

test('a number is diagnosed, directly and from a message; an invalid one is reported', () =>
  at('customer', '/sms/delivery?state=failed', async page => {
    await page.getByRole('button', { name: '单号诊断' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('手机号').fill('12345')
    await drawer.getByRole('button', { name: '诊断' }).click()
    await drawer.getByText('请输入11位手机号').waitFor()
    await drawer.getByLabel('手机号').fill('138 0013 8000')
    await drawer.getByRole('button', { name: '诊断' }).click()
    await drawer.getByText('签名在中国移动的报备').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await rows(page).first().getByRole('button', { name: '详情' }).click()
    await drawer.getByRole('button', { name: '诊断号码' }).click()
    await drawer.getByText('24小时内的发送频率').waitFor()
    await checkAccessibility(page, 'diagnosis')
  }))

test('a reply is answered with an approved notice, and with nothing else', () =>
  at('customer', '/sms/delivery?tab=inbound', async page => {
    await rows(page).first().getByRole('button', { name: '答复' }).waitFor()
    const before = await rows(page).filter({ hasText: '已答复' }).count()
    await rows(page).first().getByRole('button', { name: '答复' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '发送' }).click()
    await dialog.getByText('请选择一个模板').waitFor()
    await dialog.getByRole('combobox', { name: '通知模板' }).click()
    await page.locator('.ant-select-item-option').filter({ visible: true }).first().click()
    await dialog.getByText('将发送：').waitFor()
    for (const field of await dialog.getByRole('textbox').all()) {
      const note = await dialog.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).innerText()
      await field.fill(itemOrThrow(note.split('例如 '), 1))
    }
    await checkAccessibility(page, 'reply')
    await dialog.getByRole('button', { name: '发送' }).click()
    await page.getByText('答复已提交发送').waitFor()
    await rows(page).filter({ hasText: '已答复' }).nth(before).waitFor()
  }))

test('the home page shows what needs attention, and its figures link to their messages', () =>
  at('customer', '/system/home', async page => {
    await page.getByText('1 个签名未通过审核').waitFor()
    await page.getByText('通用短信体验包 将在').waitFor()
    await page.getByRole('heading', { name: '最近预警' }).waitFor()
    await page.getByText('账户近10分钟已发送23,500条').waitFor()
    await page.getByText('周末会员专场').waitFor()
    await page.getByRole('figure', { name: '近14天发送' }).waitFor()
    await page.getByRole('link', { name: /今日失败/ }).click()
    await page.waitForURL(/\/sms\/delivery\?.*state=failed/)
  }))

test('a new account sees its first steps and no empty statistics', () =>
  at('empty', '/system/home', async page => {
    await page.getByText(/共 5 步，已完成 0 步/).waitFor()
    await page.getByRole('link', { name: '申请签名' }).click()
    await page.waitForURL(/\/sms\/signature/)
  }))

test.each(viewsOf(import.meta.filename))(
  'home, messages, a message and replies are accessible and never scroll sideways at $width px',
  options =>
    at(
      'customer',
      '/system/home',
      async page => {
        const { console: base } = site.addresses
        await page.getByText('周末会员专场').waitFor()
        await checkAccessibility(page, 'home')
        await page.goto(`${base}/sms/delivery?state=failed`)
        await rows(page).first().getByRole('button').waitFor()
        await checkAccessibility(page, 'messages')
        await rows(page).first().getByRole('button', { name: '详情' }).click()
        await page.getByRole('dialog').getByText('已退回').waitFor()
        await checkAccessibility(page, 'message')
        await page.goto(`${base}/sms/delivery?tab=inbound`)
        await page.getByText('已退订').first().waitFor()
        await checkAccessibility(page, 'replies')
      },
      options,
    ),
)

test('the palette finds pages by pinyin, a number masked, codes, terms and objects, by keys alone, and knows what was opened', () =>
  at('customer', '/sms/delivery', async page => {
    const field = page.getByRole('combobox', { name: '搜索', exact: true })
    const option = (name: string) => page.getByRole('option', { name })
    const search = async (text: string) => {
      await page.keyboard.press('Control+k')
      await field.fill(text)
    }
    await search('fasongjl')
    await option('发送记录').waitFor()
    await field.fill('13800138000')
    await option('单号诊断 138****8000').waitFor()
    expect(await option('单号诊断').getAttribute('href')).toBe('/sms/delivery?diagnose=13800138000')
    await checkAccessibility(page, 'search')
    await field.fill('到达率')
    await option('成功÷').waitFor()
    await field.fill('MK:0010')
    await option('MK:0010').waitFor()
    await field.fill('没有这样的东西')
    await page.getByText('没有找到').waitFor()
    await field.fill('SMS_')
    const template = page.getByRole('group', { name: '模板' }).getByRole('option').first()
    const name = await template.innerText()
    // A link as any other, and the palette stays. The tab is the browser's work, which Chromium leaves out at times.
    expect(await template.getAttribute('href')).toMatch(/^\/sms\/template\?id=tpl_/)
    await template.click({ button: 'middle' })
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
    await page.waitForURL(/\/sms\/template\?id=tpl_/)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.waitForURL(/\/sms\/delivery$/)
    await page.keyboard.press('Control+k')
    const recent = page.getByRole('group', { name: '最近打开' }).getByRole('option')
    expect((await recent.first().innerText()).split('\n')[0]).toBe(name.split('\n')[0])
    await field.fill('退出登录')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/user\/login/)
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter(key => key.includes('recents')))).toEqual([])
  }))
