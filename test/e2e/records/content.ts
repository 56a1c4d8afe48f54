import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, heading, openSignedIn, rowOf, untilFocused, type View, viewsOf } from '#test/support/visit.ts'

const site = openSite()

/** Signed in to the empty account, at a page of the console. */
const at = (path: string, work: (page: Page) => Promise<void>, view: View = {}) =>
  site.visit(async page => {
    await openSignedIn(page, site.addresses.console + path, site.addresses.demo.empty)
    await page
      .getByRole('navigation', { name: '翻页' })
      .or(page.getByText('已显示全部'))
      .or(page.getByRole('heading', { level: 2 }))
      .first()
      .waitFor()
    await work(page)
  }, view)

test('a signature is handled by keyboard alone: errors show while typing, Enter submits, it is withdrawn and deleted', () =>
  at('/sms/signature', async page => {
    await page.getByRole('button', { name: '新建签名' }).first().press('Enter')
    const text = page.getByRole('textbox', { name: '签名', exact: true }).last()
    await untilFocused(text)
    await page.keyboard.type('测试')
    await page.getByText('“测试”看不出是谁发的').waitFor()
    await text.fill('山间茶舍')
    await page.getByText('【山间茶舍】您的订单已发货').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('已提交审核').waitFor()
    await rowOf(page, '山间茶舍').getByText('审核中').waitFor()
    // Under a short list stands what follows.
    await page.getByRole('complementary', { name: '下一步' }).getByRole('link', { name: '新建模板' }).waitFor()
    await rowOf(page, '山间茶舍').getByRole('button', { name: '撤回' }).press('Enter')
    await untilFocused(page.getByRole('dialog').getByRole('button', { name: '撤回' }))
    await page.keyboard.press('Enter')
    await rowOf(page, '山间茶舍').getByText('草稿').waitFor()
    await rowOf(page, '山间茶舍').getByRole('button', { name: '详情' }).click()
    await page.getByText('撤回 · 新用户').waitFor()
    const remove = page.getByRole('dialog', { name: '签名详情' }).getByRole('button', { name: '删除' })
    await remove.press('Enter')
    const question = page.getByRole('dialog', { name: '删除签名“山间茶舍”' })
    await untilFocused(question.getByRole('button', { name: '返回' }))
    await page.keyboard.press('Escape')
    await untilFocused(remove)
    await remove.press('Enter')
    await question.getByRole('button', { name: '删除' }).press('Enter')
    const undo = page.getByRole('status').filter({ hasText: '已删除“山间茶舍”' }).getByRole('button', { name: '撤销' })
    // The pointer holds the offer.
    await undo.hover()
    await heading(page, '还没有签名', 2).waitFor()
    await undo.press('Enter')
    await page.getByText('已撤销：恢复 1 个签名').waitFor()
    await rowOf(page, '山间茶舍').getByText('草稿').waitFor()
    await rowOf(page, '山间茶舍').getByRole('button', { name: '详情' }).click()
    await remove.click()
    await question.getByRole('button', { name: '删除' }).click()
    await heading(page, '还没有签名', 2).waitFor()
  }))

test('a template is refused until it is corrected, then submitted and copied', () =>
  at('/sms/template?form=new', async page => {
    await page.getByLabel('模板名称').fill('登录验证码')
    await page.getByRole('radio', { name: '验证码' }).check()
    const text = page.getByRole('textbox', { name: '内容', exact: true })
    await text.fill('您的验证码已发送')
    await page.getByText('验证码模板须有且只有一个“验证码”类型的变量').waitFor()
    await page.getByRole('button', { name: '提交审核' }).click()
    await text.fill('您的验证码为，5分钟内有效')
    await text.evaluate(one => (one as HTMLTextAreaElement).setSelectionRange(6, 6))
    await page.getByRole('button', { name: '插入变量' }).click()
    await page.getByText('您的验证码为386072，5分钟内有效').waitFor()
    await page.getByRole('button', { name: '提交审核' }).click()
    await rowOf(page, '登录验证码').getByText('审核中').waitFor()
    await rowOf(page, '登录验证码').getByRole('button', { name: '复制', exact: true }).click()
    await expect.poll(() => page.getByLabel('模板名称').inputValue()).toBe('登录验证码 副本')
    // A list that is shown whole sorts by its columns, both ways and back.
    await page.goto(`${site.addresses.console}/sms/template`)
    const head = page.getByRole('columnheader', { name: '模板' })
    for (const direction of ['ascending', 'descending', 'none']) {
      await head.getByRole('button').click()
      await expect.poll(() => head.getAttribute('aria-sort')).toBe(direction)
    }
  }))

const screens = [
  '/sms/signature',
  '/sms/signature?form=new',
  '/sms/template',
  '/sms/template?form=new',
  '/sms/blacklist',
  '/sms/blacklist?form=new',
]
test.each(viewsOf(import.meta.filename))('content pages are accessible and never scroll sideways at $width px', options =>
  at(
    '/sms/signature',
    async page => {
      for (const screen of screens) {
        await page.goto(site.addresses.console + screen)
        await page.locator('h1').waitFor()
        if (screen.includes('form')) await page.getByRole('dialog').getByRole('textbox').first().waitFor()
        await page.waitForLoadState('networkidle')
        await checkAccessibility(page, screen)
      }
    },
    options,
  ),
)

const ugly = '亲爱的${name}，★双十二★低息贷❤款限时优惠，请加薇信：abc_123456，赌 博${a}${b}，ＶＩＰ客户🎉退订回T'

test('findings are marked in the text; another’s name needs files; a signature can be the default', () =>
  site.visit(async page => {
    const { console: address, demo } = site.addresses
    await openSignedIn(page, `${address}/sms/template?form=new`, demo.customer)
    const text = page.getByRole('textbox', { name: '内容', exact: true })
    await text.fill(ugly)
    await page.getByText('“赌 博”（赌博）是禁止发送的内容').waitFor()
    const marked = (level: string) => page.locator(`[aria-hidden] [data-level="${level}"]`).allTextContents()
    await expect.poll(async () => (await marked('refuse')).join('|')).toBe('薇信：abc_123456|赌 博|${a}|${b}|退订回T')
    await expect.poll(async () => (await marked('note')).join('')).toContain('贷❤款')
    await text.fill('您好{1}，已发货')
    await page.getByRole('button', { name: '转换变量写法' }).click()
    await expect.poll(() => text.inputValue()).toBe('您好${p1}，已发货')
    page.on('dialog', dialog => dialog.accept())
    await page.goto(`${address}/sms/signature?form=new`)
    await page.getByRole('textbox', { name: '签名', exact: true }).last().fill('云栈姊妹店')
    await page.getByRole('radio', { name: '他用' }).check()
    await page.getByRole('button', { name: '提交审核' }).click()
    await page.getByText('请填写授权委托书的有效期').waitFor()
    await expect.poll(() => page.getByText('请上传此项材料').count()).toBe(2)
    await page.goto(`${address}/sms/signature`)
    await rowOf(page, '云栈集市').getByRole('button', { name: '设为默认' }).click()
    await rowOf(page, '云栈集市').getByText('默认', { exact: true }).waitFor()
  }))

test.each(viewsOf(import.meta.filename))('details with their history and a form full of findings are accessible at $width px', view =>
  site.visit(async page => {
    const { console: address, demo } = site.addresses
    await openSignedIn(page, `${address}/sms/signature`, demo.customer)
    await rowOf(page, '云栈优选').getByRole('button', { name: '详情' }).click()
    await page.getByText('运营商报备').last().waitFor()
    await checkAccessibility(page, 'a signature')
    await page.goto(`${address}/sms/template`)
    await rowOf(page, '发货通知').getByRole('button', { name: '详情' }).click()
    await page.getByRole('button', { name: '发到我的手机' }).waitFor()
    await checkAccessibility(page, 'a template')
    await page.goto(`${address}/sms/template?form=new`)
    await page.getByRole('textbox', { name: '内容', exact: true }).fill(ugly)
    await page.getByText('禁止发送的内容').waitFor()
    await checkAccessibility(page, 'a form full of findings')
  }, view),
)
