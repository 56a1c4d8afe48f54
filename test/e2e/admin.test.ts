import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { adminReviewCalls } from '#contract/content/admin-review.ts'
import { approveWaiting } from '#test/support/approval.ts'
import { printRows } from '#test/support/print.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, chooseAct, heading, signIn, untilDecidable, untilFocused, viewsOf } from '#test/support/visit.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'

let customerCookie: string

const site = openSite({
  prepare: async () => {
    const answer = await asCustomer('/api/sign-in', site.addresses.demo.customer)
    customerCookie = firstOrThrow(getOrThrow(answer.headers, 'set-cookie').split(';'))
  },
})

const asCustomer = (path: string, body: unknown) =>
  fetch(site.addresses.console + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: customerCookie ?? '', 'idempotency-key': newId() },
    body: JSON.stringify(body),
  })
const customerReads = async (path: string) =>
  z
    .looseObject({ rows: z.array(z.looseObject({ text: z.string(), state: z.string(), reason: z.string().nullable() })) })
    .parse(await (await fetch(site.addresses.console + path, { headers: { cookie: customerCookie } })).json())

/** The customer's submission, by its console's own call. */
async function submitSignature(text: string): Promise<void> {
  const content = { text, kind: 'company', purpose: 'own', remark: '公司简称', isSubmitted: true }
  expect((await asCustomer('/api/signatures/create', content)).status).toBe(200)
}
async function submitTemplate(name: string, text: string): Promise<void> {
  const variables = [...text.matchAll(/\$\{(\w+)\}/g)].map(match => ({ name: match[1], kind: 'text', maxLength: 20 }))
  const content = { name, kind: 'transactional', text, variables, remark: '', isSubmitted: true }
  expect((await asCustomer('/api/templates/create', content)).status).toBe(200)
}

const signInStaff = (page: Page, login = site.addresses.demo.admin.login, from = '/') =>
  signIn(page, site.addresses.admin + from, { login, password: site.addresses.demo.admin.password })
const waitingItem = (page: Page, name: string) => page.getByRole('list', { name: '等待审核的内容' }).getByRole('button', { name })

test('a reviewer approves one item by key and rejects another with a usual reason; the customer sees both', () =>
  site.visit(async page => {
    await submitSignature('青瓷坊')
    await submitTemplate('取件提醒', '您的包裹${order}已到，请尽快来取。')
    await signInStaff(page, 'reviewer', '/reviews')
    await heading(page, '内容审核').waitFor()
    await waitingItem(page, '青瓷坊').filter({ hasText: '云栈集市科技有限公司（演示）' }).click()
    await page.getByText('【青瓷坊】您的验证码是386072').waitFor()
    await untilDecidable(page, '青瓷坊')
    await page.keyboard.press('a')
    await page.getByText('已通过：【青瓷坊】').waitFor()
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await waitingItem(page, '取件提醒').click()
    await page.getByText('您的包裹YT2026已到，请尽快来取。').waitFor()
    await untilDecidable(page, '取件提醒')
    await page.keyboard.press('r')
    await untilFocused(page.getByLabel('驳回原因'))
    // The shortcut key must not be typed into the reason.
    expect(await page.getByLabel('驳回原因').inputValue()).toBe('')
    await page.getByRole('button', { name: '内容不完整' }).click()
    await page.getByLabel('驳回原因').press('Control+Enter')
    await page.getByText('已驳回：取件提醒').waitFor()
    await waitingItem(page, '取件提醒').waitFor({ state: 'detached' })
    const signatures = await customerReads('/api/signatures?search=青瓷坊')
    expect(signatures.rows).toMatchObject([{ text: '青瓷坊', state: 'approved' }])
    const templates = await customerReads('/api/templates?search=取件提醒')
    expect(templates.rows).toMatchObject([{ state: 'rejected', reason: expect.stringContaining('内容不完整') }])
  }))

test('an accidental approval can be undone for some seconds; leaving the page sends a pending one', () =>
  site.visit(async page => {
    for (const name of ['手滑一', '手滑二']) await submitTemplate(name, `您预约的${name}服务将于后天上午开始，请准时到场。`)
    await signInStaff(page, 'reviewer', '/reviews?object=template')
    await waitingItem(page, '手滑一').click()
    await untilDecidable(page, '手滑一')
    await page.keyboard.press('a')
    // The pointer holds the offer.
    await page.getByText('即将通过：手滑一').hover()
    await waitingItem(page, '手滑一').waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await page.getByRole('heading', { level: 2 }).filter({ hasText: '手滑一' }).waitFor()
    await waitingItem(page, '手滑一').waitFor()
    expect(await page.getByText('即将通过：手滑一').count()).toBe(0)
    expect((await customerReads('/api/templates?search=手滑一')).rows).toMatchObject([{ state: 'reviewing' }])

    await waitingItem(page, '手滑二').click()
    await untilDecidable(page, '手滑二')
    await page.keyboard.press('a')
    await page.getByRole('link', { name: '签名报备', exact: true }).click()
    await page.getByText('已通过：手滑二').waitFor()
    expect((await customerReads('/api/templates?search=手滑二')).rows).toMatchObject([{ state: 'approved' }])
  }))

test('a double click approves one item and not the next; a late reviewer is told who was faster', () =>
  site.visit(async page => {
    for (const name of ['双击一', '双击二']) await submitTemplate(name, `您预约的${name}服务将于明天上午开始，请准时到场。`)
    await signInStaff(page, 'reviewer', '/reviews?object=template')
    await waitingItem(page, '双击一').click()
    await untilDecidable(page, '双击一')
    await page.getByRole('button', { name: '通过' }).dblclick()
    await page.getByText('已通过：双击一').waitFor()
    await untilDecidable(page, '双击二')
    expect(await waitingItem(page, '双击二').count()).toBe(1)
    expect((await customerReads('/api/templates?search=双击二')).rows).toMatchObject([{ state: 'reviewing' }])

    await waitingItem(page, '双击二').click()
    // However long the colleague takes, this page has not heard of it.
    await page.route(
      url => url.pathname === adminReviewCalls.queue.path,
      () => undefined,
    )
    await site.visit(async colleague => {
      await signInStaff(colleague, undefined, '/reviews?object=template')
      await waitingItem(colleague, '双击二').click()
      await untilDecidable(colleague, '双击二')
      await colleague.keyboard.press('a')
      await colleague.getByText('已通过：双击二').waitFor()
    })
    await page.getByRole('button', { name: '通过' }).click()
    await page.getByText(/双击二：管理员（演示）已于.+通过，您的决定没有生效/).waitFor()
  }))

test('a resubmitted item does not change on an open review page: the old version can no longer be approved', () =>
  site.visit(async page => {
    await submitTemplate('改了又改', '您预约的保养服务将于明天上午开始，请准时到店。')
    const [template] = (await customerReads('/api/templates?search=改了又改')).rows
    await signInStaff(page, 'reviewer', '/reviews?object=template')
    await waitingItem(page, '改了又改').click()
    await untilDecidable(page, '改了又改')
    const { templateId } = template as unknown as { templateId: string }
    for (const act of ['withdraw', 'submit']) expect((await asCustomer(`/api/templates/${act}`, { templateId })).status).toBe(200)
    await page.getByRole('button', { name: '驳回' }).click()
    await page.getByLabel('驳回原因').fill('缺少退订方式')
    await page.getByLabel('驳回原因').press('Control+Enter')
    await page.getByText('客户撤回后又重新提交，请查看新的内容再决定').waitFor()
    await page.getByText('这一项已由他人处理，或被客户撤回、重新提交，不能再决定。').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '通过' }).isDisabled()).toBe(true)
    await waitingItem(page, '改了又改').click()
    await untilDecidable(page, '改了又改')
    await page.getByRole('button', { name: '通过' }).click()
    await page.getByText('已通过：改了又改').waitFor()
  }))

test('a wrong approval is revoked, and the customer reads why', () =>
  site.visit(async page => {
    await submitSignature('误批坊')
    await signInStaff(page, 'reviewer', '/reviews?object=signature')
    await waitingItem(page, '误批坊').click()
    await untilDecidable(page, '误批坊')
    await page.keyboard.press('a')
    await page.getByText('已通过：【误批坊】').waitFor()
    await page.getByRole('link', { name: '客户', exact: true }).click()
    await heading(page, '客户').waitFor()
    await page.getByRole('button', { name: '云栈集市（演示）', exact: true }).click()
    await page.getByRole('button', { name: '停用【误批坊】' }).click()
    const dialog = page.getByRole('dialog', { name: /停用签名/ })
    await dialog.getByLabel('原因').fill('与主体无关，请重新申请')
    await dialog.getByRole('button', { name: '停用' }).click()
    await page.getByText('已停用：【误批坊】').waitFor()
    const { rows } = await customerReads('/api/signatures?search=误批坊')
    expect(rows).toMatchObject([{ state: 'disabled', reason: '与主体无关，请重新申请' }])
  }))

test('finance finds a customer by name and requests a gift; a colleague approves it, and the detail shows it; finance has no review queue', () =>
  site.visit(async page => {
    await signInStaff(page, 'finance', '/customers')
    await heading(page, '客户').waitFor()
    expect(await page.getByRole('link', { name: '内容审核' }).count()).toBe(0)
    await page.getByLabel('查找客户').fill('云栈')
    await page.getByLabel('查找客户').press('Enter')
    await page.getByRole('button', { name: '云栈集市（演示）', exact: true }).click()
    await page.getByRole('button', { name: '赠送套餐' }).click()
    const dialog = page.getByRole('dialog', { name: /赠送套餐给/ })
    await dialog.getByRole('button', { name: '提交复核' }).click()
    await dialog.getByText('请填写数量').waitFor()
    await dialog.getByText('行业', { exact: true }).click()
    await dialog.getByLabel('套餐名称').fill('年终答谢包')
    await dialog.getByLabel('数量').fill('1234')
    await dialog.getByLabel('原因').fill('年终答谢')
    await dialog.getByRole('button', { name: '提交复核' }).click()
    await page.getByText('赠送申请已提交，由另一位同事复核后入账').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await approveWaiting(site.addresses, 'admin')
    await page.goto(`${site.addresses.admin}/customers`)
    await page.getByRole('button', { name: '云栈集市（演示）', exact: true }).click()
    await page.getByRole('cell', { name: '年终答谢包（赠送）' }).waitFor()
    await page.getByText(/赠送套餐：年终答谢包（财务（演示）/).waitFor()
    await page.goto(`${site.addresses.admin}/reviews`)
    await heading(page, '没有权限', 2).waitFor()
  }))

test('a customer cannot sign in to the back office, and an unknown path is 404 inside the layout', () =>
  site.visit(async page => {
    const { login } = site.addresses.demo.customer
    await signInStaff(page, login)
    await page.getByText('账号或密码错误').waitFor()
    expect((await page.goto(`${site.addresses.admin}/no-such-page`))?.status()).toBe(404)
  }))

test.each(viewsOf(import.meta.filename))('every page has one h1, is accessible and never scrolls sideways at $width px', options =>
  site.visit(async page => {
    await submitSignature(`看一看${options.width}`)
    await signInStaff(page)
    await heading(page, '工作台').waitFor()
    for (const [path, title] of [
      ['/', '工作台'],
      ['/reviews', '内容审核'],
      ['/customers', '客户'],
      ['/channels', '通道'],
      ['/activity', '操作记录'],
    ] as const) {
      await page.goto(site.addresses.admin + path)
      await heading(page, title).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
      await checkAccessibility(page, path)
    }
    await page.goto(`${site.addresses.admin}/reviews`)
    await page.getByRole('button', { name: '驳回' }).click()
    await page.getByRole('dialog').getByText('客户会在列表和详情中看到这段原因').waitFor()
    await checkAccessibility(page, 'rejecting')
    await page.goto(`${site.addresses.admin}/customers`)
    await page.getByRole('button', { name: '云栈集市（演示）', exact: true }).click()
    await page.getByRole('heading', { name: '签名与模板' }).waitFor()
    await checkAccessibility(page, 'customer')
    for (const name of ['赠送套餐', '调账', '冻结账户']) {
      await chooseAct(page, name)
      await page.getByRole('dialog').getByLabel('原因').waitFor()
      await checkAccessibility(page, name)
      await page.getByRole('button', { name: '返回' }).click()
      await page.getByRole('dialog').getByLabel('原因').waitFor({ state: 'hidden' })
    }
  }, options),
)

test('the long menu scrolls to the open page; a dialog closed by Esc returns the focus to its button', () =>
  site.visit(async page => {
    await signInStaff(page, undefined, '/activity')
    await heading(page, '操作记录').waitFor()
    const current = page.getByRole('navigation', { name: '功能' }).getByRole('link', { name: '操作记录' })
    expect(await current.evaluate(link => link.getBoundingClientRect().bottom <= link.closest('nav')!.getBoundingClientRect().bottom)).toBe(
      true,
    )
    await page.getByRole('link', { name: '违禁词', exact: true }).click()
    const add = page.getByRole('button', { name: '添加违禁词' })
    await add.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await untilFocused(add)
  }))

test('a dialog takes the keyboard at once: focus in its field, else on the harmless answer; menus work by arrow keys and return the focus', () =>
  site.visit(async page => {
    await signInStaff(page, undefined, '/domains')
    await page.getByRole('button', { name: '加入域名' }).press('Enter')
    await untilFocused(page.getByRole('dialog').getByRole('textbox', { name: '域名' }))
    await page.goto(`${site.addresses.admin}/customers`)
    await page.getByRole('button', { name: '云栈集市（演示）', exact: true }).press('Enter')
    const more = page.getByRole('button', { name: '更多操作' })
    await more.press('Enter')
    await untilFocused(page.getByRole('menuitem').first())
    await page.keyboard.press('Escape')
    await untilFocused(more)
    await more.press('Enter')
    await untilFocused(page.getByRole('menuitem').first())
    const freeze = page.getByRole('menuitem', { name: '冻结账户' })
    while (!(await freeze.evaluate(one => one === document.activeElement))) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const reason = page.getByRole('dialog', { name: '冻结账户' }).getByLabel('原因')
    await untilFocused(reason)
    expect(await reason.inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await untilFocused(more)
  }))

test('filters of a list are saved as a view and shared: a colleague opens the list in it with one press', () =>
  site.visit(async page => {
    await signInStaff(page, undefined, '/invoices?view=all&kind=special')
    await page.getByRole('button', { name: '存为视图' }).click()
    await page.getByLabel('视图名称').fill('全部专票')
    await page.getByRole('checkbox', { name: '共享给全体同事' }).check()
    await page.getByLabel('视图名称').press('Enter')
    await page.getByText('已保存视图“全部专票”').waitFor()
    await site.visit(async colleague => {
      await signInStaff(colleague, 'finance', '/invoices')
      await colleague.getByRole('navigation', { name: '我的视图' }).getByRole('button', { name: '全部专票' }).click()
      await colleague.waitForURL(/view=all.*kind=special|kind=special.*view=all/)
      await checkAccessibility(colleague, 'views')
    })
  }))

test('operations add an address for system alerts, test it, see the log, and change what it gets', () =>
  site.visit(async page => {
    await signInStaff(page, 'operations', '/on-call')
    await page.getByRole('heading', { name: '还没有人会收到告警' }).waitFor()
    await page.getByRole('button', { name: '添加接收方' }).first().click()
    const form = page.getByRole('dialog', { name: '添加接收方' })
    await form.getByRole('button', { name: /添\s*加/ }).click()
    await form.getByText('请填写机器人的Webhook地址').waitFor()
    await form.getByText('邮件', { exact: true }).click()
    await form.getByLabel('邮箱').fill('ops@example.com')
    await form.getByLabel('名称').fill('运维邮箱')
    await form.getByRole('checkbox', { name: '审核积压' }).uncheck()
    await checkAccessibility(page, 'receiver')
    await form.getByRole('button', { name: /添\s*加/ }).click()
    await page.getByText('接收方已添加').waitFor()
    await page.getByRole('button', { name: '测试' }).click()
    await page.getByText('测试邮件已放入发送队列').waitFor()
    await page.getByRole('button', { name: '发送记录' }).click()
    await page.getByRole('row', { name: /运维邮箱/ }).waitFor()
    await checkAccessibility(page, 'log')
    await page.getByRole('button', { name: '接收方', exact: true }).click()
    // The row of the log has the same name, and stands there until the receivers are loaded.
    const receiver = page.getByRole('row', { name: /运维邮箱/ }).filter({ has: page.getByRole('button', { name: '测试' }) })
    await receiver.press('Enter')
    const change = page.getByRole('dialog', { name: '修改“运维邮箱”' })
    await change.getByRole('switch', { name: '启用' }).click()
    await change.getByRole('button', { name: /保\s*存/ }).click()
    await page.getByText('接收方已保存').waitFor()
    await page.getByRole('row', { name: /运维邮箱.*停用/ }).waitFor()
  }))

test('several submissions are rejected at once by keys; each that could not be says why, and help lists the keys', () =>
  site.visit(async page => {
    for (const name of ['批量甲', '批量乙']) await submitTemplate(name, `您预约的${name}服务将于后天上午开始，请准时到场。`)
    const [withdrawn] = (await customerReads('/api/templates?search=批量乙')).rows
    await signInStaff(page, 'reviewer', '/reviews?object=template')
    await waitingItem(page, '批量甲').click()
    await page.getByRole('heading', { level: 2, name: /批量甲/ }).waitFor()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.getByRole('heading', { level: 2, name: /批量乙/ }).waitFor()
    await page.keyboard.press('x')
    const bar = page.getByRole('toolbar', { name: '批量操作' })
    await bar.getByText('已选 2 项').waitFor()
    await checkAccessibility(page, 'ticked')
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('勾选队列的当前项').waitFor()
    await page.keyboard.press('Escape')
    expect((await asCustomer('/api/templates/withdraw', { templateId: withdrawn?.templateId })).status).toBe(200)
    await bar.getByRole('button', { name: '驳回' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: '驳回 2 项' })
    await dialog.getByRole('button', { name: '内容不完整' }).click()
    await checkAccessibility(page, 'rejecting several')
    await dialog.getByRole('button', { name: '驳回 2 项' }).click()
    await dialog.getByText('成功 1 项，失败 1 项').waitFor()
    await dialog.getByRole('list', { name: '失败的原因' }).getByText('批量乙').waitFor()
    await dialog.getByRole('button', { name: '知道了' }).click()
    await bar.waitFor({ state: 'detached' })
    const { rows } = await customerReads('/api/templates?search=批量甲')
    expect(rows).toMatchObject([{ state: 'rejected', reason: expect.stringContaining('内容不完整') }])
  }))

test('forbidden words are disabled and enabled together, with a line of the audit log for each', () =>
  site.visit(async page => {
    await signInStaff(page, undefined, '/words')
    await page.getByRole('checkbox', { name: '选择此行' }).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    for (const word of ['停用', '启用']) {
      await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: word }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `${word} 2 项` })
        .click()
      await page.getByText('成功 2 项。').waitFor()
      await page.getByRole('button', { name: '知道了' }).click()
      if (word === '启用') break
      await page.getByRole('checkbox', { name: '选择此行' }).nth(0).check()
      await page.getByRole('checkbox', { name: '选择此行' }).nth(1).check()
    }
    await page.goto(`${site.addresses.admin}/activity?action=words%2Fenable`)
    await expect.poll(() => page.getByRole('row', { name: /启用或停用违禁词/ }).count()).toBe(4)
  }))

test('a list is printed whole', () =>
  site.visit(async page => {
    await signInStaff(page, undefined, '/words')
    const rows = page.getByRole('checkbox', { name: '选择此行' })
    await rows.nth(19).waitFor()
    expect(await rows.count()).toBe(20)
    expect(await printRows(page)).toBeGreaterThan(20)
  }))
