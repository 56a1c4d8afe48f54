import { expect, test } from 'vitest'
import { adminPaths, publicAdminPaths } from '#contract/admin-pages.ts'
import { routes } from '../routes.tsx'
import { pagePinyin } from './pinyin.ts'

test('the palette knows the pinyin of every page’s title', () => {
  for (const path of adminPaths)
    if (!publicAdminPaths.includes(path)) expect(pagePinyin[path]?.split(' '), path).toHaveLength(routes[path].title.length)
})
