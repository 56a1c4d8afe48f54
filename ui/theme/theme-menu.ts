import type { MenuProps } from 'antd'
import { keysOf } from '#values/keys.ts'
import { chooseTheme, themeChoiceNames, useThemeChoice } from './theme-choice.ts'

/** 外观 in the account menu: light, dark or as the system. */
export function useThemeMenu(): NonNullable<MenuProps['items']>[number] {
  const choice = useThemeChoice()
  return {
    key: 'theme',
    label: '外观',
    children: keysOf(themeChoiceNames).map(key => ({
      key,
      label: themeChoiceNames[key] + (key === choice ? ' ✓' : ''),
      onClick: () => chooseTheme(key),
    })),
  }
}
