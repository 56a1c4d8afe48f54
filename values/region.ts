import { countries } from './country.ts'
import { provinces, unknownProvince } from './province.ts'

/** Where a number may be from, as filters of messages offer it: a province, unknown, or a country of numbers abroad. */
export const regionChoices = [...new Set<string>([...provinces, unknownProvince, ...countries])]
