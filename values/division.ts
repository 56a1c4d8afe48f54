/** An administrative division of China with those below it. */
export interface Division {
  name: string
  /** GB/T 2260; in 台湾, 香港 and 澳门 only the province has one. */
  code: string
  children: readonly Division[]
}

/** A place by the names of its levels. The last one is empty where a province has no third level here. */
export interface Place {
  province: string
  city: string
  district: string
}

/**
 * Divisions that the package lacks: counties and cities of Taiwan, districts of Hong Kong, parishes and zones of Macao.
 */
const others: readonly { name: string; code: string; cities: string }[] = [
  {
    name: '台湾省',
    code: '710000',
    cities:
      '台北市 新北市 桃园市 台中市 台南市 高雄市 基隆市 新竹市 嘉义市 新竹县 苗栗县 彰化县 南投县 云林县 嘉义县 屏东县 宜兰县 花莲县 台东县 澎湖县 金门县 连江县',
  },
  {
    name: '香港特别行政区',
    code: '810000',
    cities:
      '中西区 湾仔区 东区 南区 油尖旺区 深水埗区 九龙城区 黄大仙区 观塘区 荃湾区 屯门区 元朗区 北区 大埔区 西贡区 沙田区 葵青区 离岛区',
  },
  {
    name: '澳门特别行政区',
    code: '820000',
    cities: '花地玛堂区 圣安多尼堂区 大堂区 望德堂区 风顺堂区 嘉模堂区 路凼填海区 圣方济各堂区',
  },
]

let read: Promise<readonly Division[]> | undefined

/** All divisions, provinces first: two hundred kilobytes, loaded once and only by forms with addresses. */
export function readDivisions(): Promise<readonly Division[]> {
  read ??= import('element-china-area-data').then(({ regionData }) => [
    ...regionData.map(one => divisionOf(one)),
    ...others.map(({ name, code, cities }) => ({
      name,
      code,
      children: cities.split(' ').map(city => ({ name: city, code, children: [] })),
    })),
  ])
  return read
}

interface Packaged {
  value: string
  label: string
  children?: Packaged[]
}
const divisionOf = ({ value, label, children = [] }: Packaged): Division => ({
  name: label,
  code: value.padEnd(6, '0'),
  children: children.map(divisionOf),
})

/** The code of a place; null when a name is unknown or the district is missing. */
export function placeCode(divisions: readonly Division[], { province, city, district }: Place): string | null {
  const found = divisions.find(one => one.name === province)?.children.find(one => one.name === city)
  if (!found) return null
  if (found.children.length === 0) return district === '' ? found.code : null
  return found.children.find(one => one.name === district)?.code ?? null
}

/** `浙江省杭州市西湖区`, `北京市朝阳区`: without the level that only groups others. */
export const placeText = ({ province, city, district }: Place): string =>
  [province, ...(/^(?:市辖区|县|省直辖县级行政区划|自治区直辖县级行政区划)$/.test(city) ? [] : [city]), district].join('')

/** Parses a place's text; null when there is no such place. */
export function placeOf(divisions: readonly Division[], text: string): Place | null {
  for (const province of divisions.filter(one => text.startsWith(one.name)))
    for (const city of province.children)
      for (const district of city.children.length === 0 ? [''] : city.children.map(one => one.name)) {
        const place = { province: province.name, city: city.name, district }
        if (placeText(place) === text) return place
      }
  return null
}
