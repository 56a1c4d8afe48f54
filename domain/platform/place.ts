import { createRequire } from 'node:module'
import { type Province, provinces } from '#values/province.ts'

/** Place of an IP address by the data of the package ip2region (as old as the package). */
export interface PlaceFacts {
  /** Of an address abroad, in Chinese: 美国. */
  country: string | null
  province: Province | null
  /** As in the data, without 市: 深圳. */
  city: string | null
  isp: '移动' | '联通' | '电信' | '广电' | null
}

// The package is CommonJS with a default of its own, which loaders treat differently.
const require = createRequire(import.meta.url)
/** Made when it is first needed: its data is some megabytes. */
let regions: import('ip2region').default | undefined
function openRegions() {
  const { default: Ip2Region } = require('ip2region') as typeof import('ip2region')
  return new Ip2Region()
}
const isps = ['移动', '联通', '电信', '广电'] as const

export function placeFacts(address: string): PlaceFacts {
  regions ??= openRegions()
  const found = regions.search(address)
  const province = provinces.find(name => found?.province?.startsWith(name)) ?? null
  return {
    country: province === null && found?.country && found.country !== '中国' ? found.country : null,
    province,
    // Without a province the data has remarks in place of the city: 内网IP.
    city: province && found?.city ? found.city.replace(/市$/, '') : null,
    isp: isps.find(name => found?.isp?.includes(name)) ?? null,
  }
}

/** An address's place for people: `广东深圳`, `北京`, `日本`; null when unknown, as in a home network. */
export function placeName(address: string): string | null {
  const { country, province, city } = placeFacts(address)
  if (!province) return country
  return city && city !== province ? `${province}${city}` : province
}
