import { App } from 'antd'
import { chooseTheme, type ThemeChoice, useThemeChoice } from '#ui/theme/theme-choice.ts'
import type { PaletteEntry } from './PaletteFinder.tsx'

const themes: Record<ThemeChoice, readonly [title: string, pinyin: string]> = {
  light: ['切换到浅色主题', 'qie huan dao qian se zhu ti'],
  dark: ['切换到深色主题', 'qie huan dao shen se zhu ti'],
  system: ['主题跟随系统', 'zhu ti gen sui xi tong'],
}

/** The themes that are not chosen now, as actions. */
const themeEntries = (current: ThemeChoice): PaletteEntry[] =>
  (['light', 'dark', 'system'] as const)
    .filter(choice => choice !== current)
    .map(choice => ({ key: choice, title: themes[choice][0], pinyin: themes[choice][1], run: () => chooseTheme(choice) }))

/** What a person can set from the palette: the theme, and the end of the session. */
export function useSettingEntries(signOut: () => Promise<void>): PaletteEntry[] {
  const choice = useThemeChoice()
  const { message } = App.useApp()
  const leave = () => void signOut().catch((error: Error) => message.error(error.message))
  return [...themeEntries(choice), { key: 'out', title: '退出登录', pinyin: 'tui chu deng lu', run: leave }]
}
