import type { MenuProps } from 'antd'
import { chooseTheme, type ThemeChoice, themeChoiceNames, useThemeChoice } from './theme-choice.ts'

/** 外观 in the account menu: light, dark or as the system. */
export function useThemeMenu(): NonNullable<MenuProps['items']>[number] {
  const choice = useThemeChoice()
  return {
    key: 'theme',
    label: '外观',
    children: (Object.keys(themeChoiceNames) as ThemeChoice[]).map(key => ({
      key,
      label: themeChoiceNames[key] + (key === choice ? ' ✓' : ''),
      onClick: () => chooseTheme(key),
    })),
  }
}
