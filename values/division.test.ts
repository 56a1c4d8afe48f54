import { expect, test } from 'vitest'
import { placeCode, placeOf, placeText, readDivisions } from './division.ts'
import { firstOrThrow } from './or-throw.ts'

test('every province has cities, and each place its code of GB/T 2260', async () => {
  const divisions = await readDivisions()
  expect(divisions).toHaveLength(34)
  for (const province of divisions) expect(province.children.length, province.name).toBeGreaterThan(0)
  expect(placeCode(divisions, { province: '浙江省', city: '杭州市', district: '西湖区' })).toBe('330106')
  expect(placeCode(divisions, { province: '北京市', city: '市辖区', district: '朝阳区' })).toBe('110105')
  expect(placeCode(divisions, { province: '台湾省', city: '台北市', district: '' })).toBe('710000')
  expect(placeCode(divisions, { province: '香港特别行政区', city: '深水埗区', district: '' })).toBe('810000')
  const counted = (name: string) => firstOrThrow(divisions.filter(one => one.name === name)).children.length
  expect([counted('台湾省'), counted('香港特别行政区'), counted('澳门特别行政区')]).toEqual([22, 18, 8])
})

test('unknown or incomplete places have no code', async () => {
  const divisions = await readDivisions()
  const place = (province: string, city: string, district: string) => placeCode(divisions, { province, city, district })
  expect(place('浙江省', '杭州市', '')).toBeNull()
  expect(place('浙江省', '杭州市', '朝阳区')).toBeNull()
  expect(place('浙江省', '南京市', '玄武区')).toBeNull()
  expect(place('台湾省', '台北市', '大安区')).toBeNull()
  expect(place('', '', '')).toBeNull()
})

test('the text of a place omits levels that only group others', () => {
  expect(placeText({ province: '北京市', city: '市辖区', district: '朝阳区' })).toBe('北京市朝阳区')
  expect(placeText({ province: '重庆市', city: '县', district: '云阳县' })).toBe('重庆市云阳县')
  expect(placeText({ province: '浙江省', city: '杭州市', district: '西湖区' })).toBe('浙江省杭州市西湖区')
  expect(placeText({ province: '台湾省', city: '台北市', district: '' })).toBe('台湾省台北市')
})

test('the text of a place is parsed back to the same place', async () => {
  const divisions = await readDivisions()
  for (const province of divisions)
    for (const city of province.children)
      for (const { name: district } of city.children.length === 0 ? [{ name: '' }] : city.children) {
        const text = placeText({ province: province.name, city: city.name, district })
        expect(placeText(placeOf(divisions, text)!)).toBe(text)
      }
  expect(placeOf(divisions, '重庆市云阳县')).toEqual({ province: '重庆市', city: '县', district: '云阳县' })
  for (const wrong of ['', '浙江', '浙江省杭州市', '浙江省杭州市朝阳区', '杭州市西湖区']) expect(placeOf(divisions, wrong)).toBeNull()
})
