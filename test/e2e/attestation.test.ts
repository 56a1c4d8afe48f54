import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type DocumentUse, documentUses } from '#contract/account/attestation-form.ts'
import { creditCode, residentNumber } from '#test/support/attestation.ts'
import { pictureOf } from '#test/support/picture.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, choose, heading, openAsStaff, openSignedIn, untilDecidable, untilFocused } from '#test/support/visit.ts'

const site = openSite()
const attestationPath = '/system/uaccount/attestation'
const openCustomer = (page: Page, path = attestationPath) => openSignedIn(page, site.addresses.console + path, site.addresses.demo.empty)
const openQueue = async (page: Page) => {
  const { login, password } = { login: 'reviewer', password: site.addresses.demo.admin.password }
  await openAsStaff(page, `${site.addresses.admin}/attestations`, { login, password })
  await heading(page, '认证审核').waitFor()
}
/** Below the change request of the demo's shop, which has waited longer. */
async function openItem(page: Page): Promise<void> {
  await page
    .getByRole('list', { name: '等待审核的认证' })
    .getByRole('button', { name: /云上茶坊有限公司/ })
    .click()
  await page.getByRole('heading', { level: 2, name: /云上茶坊有限公司/ }).waitFor()
}

async function upload(page: Page, use: DocumentUse, words: string): Promise<void> {
  const buffer = await pictureOf([documentUses[use].name, words, '云上茶坊有限公司'])
  await page.locator(`input[data-paper=${use}]`).setInputFiles({ name: `${documentUses[use].name}.jpg`, mimeType: 'image/jpeg', buffer })
  await page.getByRole('img', { name: new RegExp(`：${documentUses[use].name}\\.jpg`) }).waitFor()
}

test('a company uploads real pictures, staff return an item, it is corrected and approved by keys, and the profile shows it', () =>
  site.visit(async page => {
    await openCustomer(page)
    await heading(page, '实名认证').waitFor()
    await page.getByText('企业·个体户').click()
    await page.getByRole('button', { name: '提交审核' }).click()
    await page.getByText('请填写企业名称').waitFor()
    await page.getByText('请上传营业执照').waitFor()
    await page.getByLabel('企业名称').fill('云上茶坊有限公司')
    await choose(page, '证照类型', '营业执照')
    await page.getByLabel('统一社会信用代码').fill(creditCode(501).replace(/.$/, last => (last === '0' ? '1' : '0')))
    await page.getByText('统一社会信用代码有误，请逐位核对（校验位不符）').waitFor()
    await page.getByLabel('统一社会信用代码').fill(creditCode(501))
    await page.getByText('校验位正确；登记类别：企业').waitFor()
    await page.getByLabel('证照有效期至').fill('2031-02-31')
    await page.getByLabel('法定代表人姓名').focus()
    await page.getByText('“2031-02-31”不是可选的日期，没有采用').waitFor()
    await page.getByLabel('长期有效').check()
    await page.getByText(/不是可选的日期/).waitFor({ state: 'detached' })
    await page.getByLabel('法定代表人姓名').fill('王建国')
    await page.getByLabel('法定代表人身份证号').fill(residentNumber(501))
    await page
      .getByText(/男，1990-03-07 出生/)
      .or(page.getByText(/女，1990-03-07 出生/))
      .waitFor()
    await page.getByRole('button', { name: '上传营业执照' }).focus()
    await upload(page, 'licence', '营业执照 模糊')
    // The keyboard focus is still there.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('更换营业执照')
    // Type and size are told before a file is chosen.
    await page.getByText('PNG、JPG图片或PDF，不超过10MB').first().waitFor()
    // A file that is no picture is refused, and the form keeps its contents.
    await page
      .locator('input[data-paper=handlerFront]')
      .setInputFiles({ name: '身份证.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
    await page.getByText('只能上传JPG、PNG、PDF文件，请检查文件格式').waitFor()
    await upload(page, 'handlerFront', '王建国')
    await upload(page, 'handlerBack', '王建国')
    await choose(page, '行业', '零售与批发')
    for (const [level, name] of [
      ['省', '浙江省'],
      ['市', '杭州市'],
      ['区县', '西湖区'],
    ] as const) {
      await page.getByRole('combobox', { name: level, exact: true }).fill(name)
      await page.locator('.ant-select-item-option').getByText(name, { exact: true }).filter({ visible: true }).click()
    }
    await page.getByLabel('详细地址').fill('龙井路1号')
    // After a reload the form keeps its fields and files, except the number.
    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
    await page.getByRole('img', { name: '营业执照：证照.jpg' }).waitFor()
    expect(await page.getByLabel('企业名称').inputValue()).toBe('云上茶坊有限公司')
    expect(await page.getByLabel('详细地址').inputValue()).toBe('龙井路1号')
    expect(await page.getByLabel('法定代表人身份证号').inputValue()).toBe('')
    await page.getByLabel('法定代表人身份证号').fill(residentNumber(501))
    await page.getByRole('button', { name: '保存草稿' }).click()
    await page.getByText('草稿已保存').waitFor()
    await page.reload()
    // Saved, and personal numbers are returned masked.
    expect(await page.getByLabel('法定代表人身份证号').inputValue()).toMatch(/^110\*{11}\w{4}$/)
    await checkAccessibility(page, 'form')
    await page.getByRole('button', { name: '提交审核' }).press('Enter')
    await page.getByText('审核中的资料').waitFor()
    await untilFocused(page.getByRole('region', { name: '实名认证' }))
    expect(await page.getByText('还没有认证').count()).toBe(0)
    await page.goto(`${site.addresses.console}${attestationPath}/AccountProfile`)
    await page.getByText('资料正在审核').waitFor()
    expect(await page.getByText('还没有认证').count()).toBe(0)
    await page.goto(`${site.addresses.console}/sms/broadcast`)
    await page.getByRole('note').filter({ hasText: '实名认证正在审核' }).getByRole('link', { name: '查看进度' }).click()
    await page.getByText('审核中的资料').waitFor()
    await page.goto(`${site.addresses.console}${attestationPath}/AccountProfile`)
    await page.getByRole('link', { name: '查看申请' }).click()
    await page.getByText('审核中的资料').waitFor()

    await site.visit(async staff => {
      await openQueue(staff)
      await openItem(staff)
      await staff.getByText(residentNumber(501)).waitFor()
      await staff.getByRole('img', { name: /营业执照/ }).waitFor()
      await checkAccessibility(staff, 'queue')
      await untilDecidable(staff, '云上茶坊有限公司')
      await staff.keyboard.press('r')
      const dialog = staff.getByRole('dialog')
      await dialog.getByLabel('营业执照').check()
      await dialog.getByRole('button', { name: '不清晰' }).click()
      // Keys are text input here: they approve nothing.
      await dialog.getByLabel('营业执照的原因').press('a')
      await dialog.getByLabel('营业执照的原因').press('Control+Enter')
      await staff.getByText('已驳回：云上茶坊有限公司').waitFor()
      // What is approved in a batch is before them too.
      await staff.getByRole('checkbox', { name: /^选择 云栈集市/ }).check()
      await staff.getByRole('button', { name: '通过', exact: true }).click()
      const batch = staff.getByRole('dialog', { name: '通过 1 项' })
      await batch.getByRole('img', { name: /^营业执照：/ }).waitFor()
    })

    await page.reload()
    await page.getByText('上次提交没有通过审核').waitFor()
    await page.getByText(/图片不清晰，文字无法辨认，请重新拍摄后上传。/).waitFor()
    await upload(page, 'licence', '营业执照 清晰')
    await page.getByRole('button', { name: '提交审核' }).click()
    await page.getByText('审核中的资料').waitFor()

    await site.visit(async staff => {
      await openQueue(staff)
      await openItem(staff)
      await staff.getByRole('img', { name: /营业执照/ }).waitFor()
      // Back and forth: the arrow keys move like the letters.
      await staff.keyboard.press('ArrowUp')
      await staff.getByRole('heading', { level: 2, name: /云栈集市科技有限公司/ }).waitFor()
      await staff.keyboard.press('n')
      await staff.getByRole('heading', { level: 2, name: /云上茶坊有限公司/ }).waitFor()
      await staff.getByRole('img', { name: /营业执照/ }).waitFor()
      await staff.keyboard.press('?')
      await staff.getByText('驳回（填写原因）').waitFor()
      // While the help is open no key decides.
      await staff.keyboard.press('a')
      await staff.keyboard.press('Escape')
      await untilDecidable(staff, '云上茶坊有限公司')
      expect(await staff.getByText('已通过：云上茶坊有限公司').count()).toBe(0)
      await staff.keyboard.press('a')
      await staff.getByText('已通过：云上茶坊有限公司').waitFor()
      // In a list the focus moves by row, but not while somebody types.
      await staff.goto(`${site.addresses.admin}/attestations?view=all`)
      await staff.getByRole('row').filter({ hasText: '云栈集市' }).first().waitFor()
      const rowAt = () =>
        staff.evaluate(() => [...document.querySelectorAll('tbody tr')].findIndex(row => row.contains(document.activeElement)))
      for (const key of ['j', 'j', 'k']) await staff.keyboard.press(key)
      expect(await rowAt()).toBe(0)
      await staff.getByPlaceholder('名称或完整证件号').press('j')
      expect(await rowAt()).toBe(-1)
    })

    await page.goto(`${site.addresses.console}${attestationPath}/AccountProfile`)
    await heading(page, '账户资料').waitFor()
    await page.getByText('企业认证').first().waitFor()
    await page.getByText(/第1版/).waitFor()
    expect(await page.getByText(residentNumber(501)).count()).toBe(0)
    await page.getByRole('button', { name: '添加联系人' }).click()
    await page.getByLabel('姓名').fill('赵财务')
    await page.getByLabel('手机号').fill('13800138000')
    await page
      .getByRole('button', { name: '保 存' })
      .or(page.getByRole('dialog').getByRole('button', { name: '保存' }))
      .first()
      .click()
    await page.getByText('138****8000').waitFor()
    await checkAccessibility(page, 'profile')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: '下载认证证明' }).click()])
    expect(download.suggestedFilename()).toContain('实名认证')
  }))

test('attestation pages are readable on a phone in the dark', () =>
  site.visit(
    async page => {
      await openCustomer(page)
      await heading(page, '实名认证').waitFor()
      await checkAccessibility(page, 'attestation')
      await page.goto(`${site.addresses.console}${attestationPath}/AccountProfile`)
      await heading(page, '账户资料').waitFor()
      await checkAccessibility(page, 'profile')
    },
    { width: 390, dark: true },
  ))
