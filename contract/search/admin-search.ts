import { get, staff } from '#contract/call.ts'
import { searchAnswer, searchInput } from './search.ts'

export const adminSearchCalls = {
  find: get('/api/admin/search', '查找', staff(null), { input: searchInput, answer: searchAnswer }),
}
