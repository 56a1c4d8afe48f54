/**
 * Renews README's pictures from a running, untouched demo: `node test/screenshots/pictures.ts http://127.0.0.1:4000
 * http://127.0.0.1:4001`, followed by names for those alone.
 */
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchBrowser } from '#test/support/browser.ts'

const [base, adminBase, ...only] = process.argv.slice(2)
if (!base || !adminBase) throw new Error('give the addresses of the console and of the back office')
const password = 'Hongyan2026'
const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))

const numbers = Array.from(
  { length: 1_200 },
  (_, index) => `${[1380013, 1300013, 1890013][index % 3]}${1000 + index},YT${1000 + index},${index % 90}.50`,
)
const file = ['手机,order,amount', ...numbers, numbers[0], numbers[1], '12345,YT1,1.00', '021-5555,YT2,2.00'].join('\r\n')

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.locator('.ant-select-item-option').getByText(option, { exact: true }).filter({ visible: true }).click()
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()
/** Opens the detail of the first row with a text, and waits for a section of it. */
async function openDetail(page: Page, text: string, section: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: text }).getByRole('button', { name: '详情' }).first().click()
  await page.getByRole('heading', { level: 2, name: section }).waitFor()
}

/** What is opened on a page before its picture is taken. */
const pictures: Record<string, [path: string, open?: (page: Page) => Promise<unknown>]> = {
  home: ['/system/home'],
  'sms-home': ['/sms/home'],
  delivery: ['/sms/delivery?state=failed', page => openDetail(page, '失败', '经过')],
  clicks: ['/sms/broadcast-history', page => openDetail(page, '双十二预热', '短链点击')],
  visitor: ['/shorturl/visitor'],
  bill: ['/system/finance/bill/overview'],
  app: [
    '/sms/app-manage',
    async page => {
      await link(page, '商城订单系统').click()
      await page
        .getByRole('tab', { name: '示例代码' })
        .or(page.getByRole('button', { name: '示例代码' }))
        .click()
    },
  ],
  broadcast: [
    '/sms/broadcast',
    async page => {
      await choose(page, '签名', '【云栈集市】')
      await choose(page, '模板', '通知 · 退款到账')
      await page.getByRole('button', { name: '下一步' }).click()
      const bytes = { name: '十一月退款.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${file}`) }
      await page.getByLabel('号码文件').setInputFiles(bytes)
      await page.getByRole('button', { name: '开始检查号码' }).click()
      await page.getByText('检查完成', { exact: true }).waitFor()
    },
  ],
}
const adminPictures = { review: '/reviews', 'sender-registration': '/sender-registration' }

const browser = await launchBrowser()
const context = await browser.newContext({
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce',
})
context.setDefaultTimeout(120_000)
const page = await context.newPage()

async function take(name: string, address: string, open?: (page: Page) => Promise<unknown>): Promise<void> {
  if (only.length > 0 && !only.includes(name)) return
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await open?.(page)
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  // Charts are animated when their data arrives.
  await page.waitForTimeout(4_000)
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: name === 'sms-home' })
}

await context.request.post(`${base}/api/sign-in`, { data: { login: 'demo', password } })
for (const [name, [path, open]] of Object.entries(pictures)) await take(name, base + path, open)
await context.request.post(`${adminBase}/api/admin/sign-in`, { data: { login: 'admin', password } })
for (const [name, path] of Object.entries(adminPictures)) await take(name, adminBase + path)
await browser.close()
