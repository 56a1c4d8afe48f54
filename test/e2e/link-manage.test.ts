import type { Browser, Page } from 'playwright-core'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '#test/support/browser.ts'
import { startDns } from '#test/support/dns.ts'
import { grantAttestation } from '#test/support/grant-attestation.ts'
import { type Platform, startPlatform } from '#test/support/platform.ts'
import {
  checkAccessibility,
  choose,
  chooseAct,
  heading,
  openSignedIn,
  rowOf as row,
  untilFocused,
  type View,
  viewsOf,
  visit,
} from '#test/support/visit.ts'
import { newId } from '#values/id.ts'

let platform: Platform
let browser: Browser
let dns: Awaited<ReturnType<typeof startDns>>

beforeAll(async () => {
  dns = await startDns({
    'hy.localhost': { a: ['203.0.113.7'] },
    'go.chayu.cn': { cname: 'cdn.other.example' },
    'chayu.cn': {},
  })
  process.env.DNS_SERVERS = dns.address
  process.env.SHORT_LINK_URL = 'https://hy.localhost'
  platform = await startPlatform()
  await grantAttestation(platform.addresses)
  browser = await launchBrowser()
})
afterAll(async () => {
  delete process.env.DNS_SERVERS
  delete process.env.SHORT_LINK_URL
  await browser?.close()
  await platform?.stop()
  dns.stop()
})

/** Signed in to the empty account, at the links. */
const at = (query: string, work: (page: Page) => Promise<void>, view: View = {}) =>
  visit(
    browser,
    async page => {
      await openSignedIn(page, `${platform.addresses.console}/shorturl/manage${query}`, platform.addresses.demo.empty)
      await heading(page, '短链管理').waitFor()
      await work(page)
    },
    view,
  )

const plain = {
  ...{ domain: '', ownCode: null, title: '', tags: [], linkGroupId: null, startsAt: null, endsAt: null, endedTarget: null },
  ...{ visitLimit: null, password: null, activeFromMinute: null, activeUntilMinute: null, rules: [], passesQuery: false },
  referrerPolicy: 'no-referrer',
}
async function make(page: Page, facts: Record<string, unknown>) {
  const call = `${platform.addresses.console}/api/links/create`
  const headers = { 'idempotency-key': newId() }
  expect((await page.context().request.post(call, { headers, data: { ...plain, ...facts } })).status()).toBe(200)
}
const dialog = (page: Page) => page.getByRole('dialog').last()
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })

test('domains are added, checked and verified; verified ones approve their waiting links', () =>
  at('', async page => {
    await page.getByRole('heading', { level: 2, name: '还没有短链接' }).waitFor()
    await page
      .getByRole('link', { name: '创建短链' })
      .or(page.getByRole('button', { name: '创建短链' }))
      .first()
      .waitFor()
    await make(page, { target: 'https://chayu.cn/spring', title: '春茶预约' })
    await make(page, { target: 'https://m.chayu.cn/summer', title: '夏季新品' })
    await page.reload()
    await row(page, '春茶预约').getByText('审核中').waitFor()

    await page.getByRole('button', { name: '域名', exact: true }).click()
    const own = page.getByLabel('要添加的短链域名')
    await own.fill('shop.hy.localhost')
    await own.press('Enter')
    await page.getByText('是平台的域名或它的上级、下级域名').waitFor()
    await own.fill('没有点')
    await own.press('Enter')
    await page.getByText('“没有点”不是域名').waitFor()
    await own.fill('https://Go.chayu.cn/')
    await own.press('Enter')
    const domain = page.getByRole('listitem').filter({ hasText: 'go.chayu.cn' })
    await domain.getByText('待验证').waitFor()
    await domain.getByText('hy.localhost', { exact: true }).waitFor()
    await domain.getByRole('button', { name: '立即检查' }).click()
    await domain.getByText('CNAME记录的值不对，查到的是 cdn.other.example').waitFor()
    const checkedAtMs = Date.now()

    const target = page.getByLabel('要验证的目标域名')
    await target.fill('chayu.cn')
    await target.press('Enter')
    const proof = page.getByRole('listitem').filter({ hasText: 'TXT' })
    const record = await proof.getByText(/^hongyan-verify=/).innerText()
    dns.zone['chayu.cn'] = { txt: [record] }
    await proof.getByRole('button', { name: '立即检查' }).click()
    await page.getByText('已验证，2 个审核中的短链已生效').waitFor()

    dns.zone['go.chayu.cn'] = { cname: 'hy.localhost' }
    // A domain can be checked once in five seconds.
    await page.waitForTimeout(Math.max(0, checkedAtMs + 5_500 - Date.now()))
    await domain.getByRole('button', { name: '立即检查' }).click()
    await domain.getByText('已生效').waitFor()
    await domain.getByRole('button', { name: '填写' }).click()
    await dialog(page).getByLabel('网站名称').fill('茶语')
    await dialog(page).getByLabel('备案号').fill('12345678')
    await dialog(page).getByRole('button', { name: '保存' }).click()
    await dialog(page).getByText('备案号形如').waitFor()
    await dialog(page).getByLabel('备案号').fill('浙ICP备12345678号-1')
    await dialog(page).getByRole('button', { name: '保存' }).click()
    await domain.getByText('备案：茶语，浙ICP备12345678号-1').waitFor()
    await page.goto(
      `${platform.addresses.console}/sms/template?form=new&text=${encodeURIComponent('点击 https://go.chayu.cn/qiucha 预约')}`,
    )
    await page.getByRole('button', { name: '填入 go.chayu.cn 的备案信息' }).click()
    expect(await page.getByLabel('申请说明').inputValue()).toBe('go.chayu.cn：网站名称“茶语”，备案号 浙ICP备12345678号-1')
    await page.goto(`${platform.addresses.console}/shorturl/manage?tab=domain`)
    await make(page, { target: 'https://chayu.cn/own', title: '自有域名', domain: 'go.chayu.cn', ownCode: 'qiucha' })
    await page.getByRole('button', { name: '短链', exact: true }).click()
    await row(page, 'go.chayu.cn/qiucha').getByText('生效中').waitFor()
    await row(page, '夏季新品').getByText('生效中').waitFor()

    await page.getByRole('button', { name: '域名', exact: true }).click()
    await domain.getByRole('button', { name: '删除' }).click()
    await dialog(page).getByText('上面还有 1 个短链，不能删除').waitFor()
    await dialog(page).getByRole('button', { name: '返回' }).click()
    await closed(page)
    await domain.getByRole('button', { name: '停用' }).click()
    await dialog(page).getByRole('button', { name: '停用' }).click()
    await domain.getByText('已停用').waitFor()
  }))

test('links are found, changed with a history, grouped, tagged, stopped and deleted, one and all', () =>
  at('', async page => {
    for (let index = 1; index <= 22; index += 1) await make(page, { target: `https://chayu.cn/item/${index}`, title: `商品${index}号` })
    await page.reload()
    const search = page.getByLabel('短链、目标网址、标题或标签')
    await search.fill('chayu.cn/spring')
    await search.press('Enter')
    await row(page, '商品').first().waitFor({ state: 'detached' })
    await row(page, '春茶预约').getByRole('button', { name: '修改' }).click()
    await dialog(page).getByRole('textbox', { name: '目标网址' }).fill('https://elsewhere.cn/spring')
    await dialog(page).getByRole('button', { name: '保存' }).click()
    await page.getByText('已保存，新的目标网址正在审核').waitFor()
    await dialog(page).getByText('近24小时没有访问').waitFor()
    const change = dialog(page).getByText('目标网址：')
    expect(await change.innerText()).toContain('https://chayu.cn/spring → https://elsewhere.cn/spring')
    await dialog(page).getByText('状态：').waitFor()
    await checkAccessibility(page, 'drawer')
    await dialog(page).getByRole('button', { name: '二维码' }).click()
    await page.getByRole('img', { name: /的二维码/ }).waitFor()
    await page.goto(`${platform.addresses.console}/shorturl/manage?search=elsewhere.cn`)
    await page.getByRole('columnheader', { name: '今日访问' }).getByRole('button').click()
    await page.locator('th[aria-sort=descending]').waitFor()
    await row(page, '春茶预约').getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: '下载二维码' }).click()
    const download = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: '下载 ZIP' }).click()
    expect((await download).suggestedFilename()).toBe('短链二维码-1个.zip')
    await closed(page)
    await page.getByRole('button', { name: '取消选择' }).click()
    await row(page, '春茶预约').getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '复制一份' }).click()
    await page.getByText(/^复制自 hy\.localhost\//).waitFor()
    expect(await page.getByRole('textbox', { name: '目标网址' }).inputValue()).toBe('https://elsewhere.cn/spring')
    await page.goto(`${platform.addresses.console}/shorturl/manage?search=elsewhere.cn`)
    await row(page, '春茶预约').getByText('审核中').waitFor()
    await page.goto(`${platform.addresses.console}/shorturl/manage?form=groups`)
    await dialog(page).getByLabel('新分组的名称').fill('春季')
    await dialog(page).getByLabel('新分组的名称').press('Enter')
    await dialog(page).getByRole('listitem').filter({ hasText: '春季' }).waitFor()
    await dialog(page).getByLabel('新分组的名称').fill('春季')
    await dialog(page).getByLabel('新分组的名称').press('Enter')
    await dialog(page).getByText('分组“春季”已存在').waitFor()
    await dialog(page).getByRole('button', { name: '关闭' }).click()
    await closed(page)

    await row(page, '商品22号').getByRole('checkbox').check()
    await row(page, '商品21号').getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: '移动' }).click()
    await dialog(page).getByRole('button', { name: '移动分组' }).click()
    await dialog(page).getByText('请选择分组').waitFor()
    await choose(page, '移到分组', '春季')
    await dialog(page).getByRole('button', { name: '移动分组' }).click()
    await row(page, '商品22号').getByText('春季').waitFor()
    await row(page, '商品22号').getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '停用' }).click()
    await dialog(page).getByRole('button', { name: '停用' }).click()
    await row(page, '商品22号').getByText('已停用').waitFor()

    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await page.getByRole('button', { name: '选择符合条件的全部 25 项' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: '加标签' }).click()
    await dialog(page).getByText('给符合条件的全部 25 个短链加标签').waitFor()
    await dialog(page).getByRole('combobox', { name: '要加的标签' }).fill('全部的')
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('button', { name: '加标签' }).click()
    await page.getByText('批量加标签已完成：处理 25 个短链，改变了 25 个').waitFor()
    await row(page, '商品22号').getByText('全部的').waitFor()

    // On a phone the list's last column is out of view: the drawer has the same acts.
    await row(page, '商品21号').getByRole('button', { name: '详情' }).click()
    await chooseAct(page, '删除')
    await dialog(page).getByText('后缀不会再给任何人使用').waitFor()
    await dialog(page).getByRole('button', { name: '删除' }).click()
    await row(page, '商品21号').waitFor({ state: 'detached' })
    await closed(page)
    await page.goto(`${platform.addresses.console}/shorturl/manage?form=groups`)
    await dialog(page).getByRole('button', { name: '删除' }).click()
    // The pointer holds the offer.
    await page.getByRole('status').getByRole('button', { name: '撤销' }).hover()
    await dialog(page).getByText('还没有分组').waitFor()
    await page.getByRole('status').getByRole('button', { name: '撤销' }).click()
    await page.getByText('已撤销：恢复 1 个短链').waitFor()
    await dialog(page).getByRole('listitem').filter({ hasText: '1 个短链' }).waitFor()
  }))

test('a link opened by keys returns the focus to its row when the drawer is closed', () =>
  at('?search=chayu.cn', async page => {
    const open = row(page, '商品22号').getByRole('button', { name: '详情' })
    await open.press('Enter')
    await dialog(page).getByText('近24小时没有访问').waitFor()
    await page.keyboard.press('Escape')
    await closed(page)
    await untilFocused(open)
  }))

test('a phone shows the state of a link beside it', () =>
  at(
    '?search=chayu.cn',
    async page => {
      const state = await row(page, '商品22号').getByText('已停用').boundingBox()
      assert.exists(state)
      expect(state.x + state.width).toBeLessThan(390)
    },
    { width: 390 },
  ))

const screens = ['', '?tab=domain', '?form=groups', '?form=tasks']
test.each(viewsOf(import.meta.filename))('list, domains and drawers are accessible and never scroll sideways at $width px', view =>
  at(
    '',
    async page => {
      for (const screen of screens) {
        await page.goto(`${platform.addresses.console}/shorturl/manage${screen}`)
        await heading(page, '短链管理').waitFor()
        if (screen.startsWith('?form')) await page.getByRole('dialog').first().waitFor()
        else if (screen === '') await row(page, '商品').first().waitFor()
        else await page.getByRole('listitem').filter({ hasText: 'go.chayu.cn' }).waitFor()
        await checkAccessibility(page, screen)
      }
    },
    view,
  ),
)
