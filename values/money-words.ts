import { haoPerFen } from './money.ts'

const digits = '零壹贰叁肆伍陆柒捌玖'
const places = ['', '拾', '佰', '仟']
const groups = ['', '万', '亿', '万亿']

/** Up to four digits in words, without the zeros in front: 1005 → 壹仟零伍. */
function groupWords(group: number): string {
  let words = ''
  let hasGap = false
  for (let place = 3; place >= 0; place -= 1) {
    const digit = Math.floor(group / 10 ** place) % 10
    if (digit === 0) hasGap = words !== ''
    else {
      words += (hasGap ? '零' : '') + digits[digit] + places[place]
      hasGap = false
    }
  }
  return words
}

/** A whole number of yuan in words: 10,010 → 壹万零壹拾. */
function wholeWords(yuan: number): string {
  let words = ''
  let hasGap = false
  for (let index = groups.length - 1; index >= 0; index -= 1) {
    const group = Math.floor(yuan / 10_000 ** index) % 10_000
    if (group === 0) hasGap = words !== ''
    else {
      words += (words !== '' && (hasGap || group < 1000) ? '零' : '') + groupWords(group) + groups[index]
      hasGap = false
    }
  }
  return words
}

/**
 * A sum in the capital numerals of invoices and cheques (支付结算办法, 附一): 1,000.05 yuan → 壹仟圆零伍分. Ends in 整 for whole yuan.
 * Takes whole fen; the negative sum of a credit note (红字发票) starts with （负数）.
 */
export function moneyWords(hao: number): string {
  if (hao % haoPerFen !== 0) throw new Error(`${hao} 毫 are no whole fen`)
  const fen = Math.abs(hao) / haoPerFen
  const whole = wholeWords(Math.floor(fen / 100))
  const [tens, ones] = [Math.floor(fen / 10) % 10, fen % 10]
  const yuan = whole === '' ? '' : `${whole}圆`
  const sign = hao < 0 ? '（负数）' : ''
  if (fen === 0) return '零圆整'
  if (tens === 0 && ones === 0) return `${sign}${yuan}整`
  const jiao = tens === 0 ? (yuan === '' ? '' : '零') : `${digits[tens]}角`
  return `${sign}${yuan}${jiao}${ones === 0 ? '' : `${digits[ones]}分`}`
}
