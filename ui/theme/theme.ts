import type { ThemeConfig } from 'antd'

/**
 * Design tokens: the only place of colours, sizes and type. Light and dark have the same names; pages use only the
 * names (as CSS variables `--hy-…`).
 */
const light = {
  primary: '#0B66B2',
  primarySoft: '#E7F1FA',
  onPrimary: '#FFFFFF',
  ink: '#1B2733',
  inkSoft: '#4B5A68',
  inkFaint: '#65727F',
  line: '#E1E6EB',
  lineStrong: '#8A96A3',
  paper: '#FFFFFF',
  ground: '#F6F8FA',
  hover: '#EFF3F7',
  blue: '#0B66B2',
  blueSoft: '#E7F1FA',
  green: '#17744A',
  greenSoft: '#E5F4EC',
  amber: '#8A5600',
  amberSoft: '#FCF1DC',
  red: '#BA2A26',
  redSoft: '#FCEBEA',
  grey: '#596673',
  greySoft: '#EDF0F3',
}
export type ColourName = keyof typeof light

const dark: Record<ColourName, string> = {
  primary: '#4C9BDB',
  primarySoft: '#17304A',
  onPrimary: '#07131D',
  ink: '#E6EBF0',
  inkSoft: '#B3BEC9',
  inkFaint: '#93A0AD',
  line: '#2B3641',
  lineStrong: '#667482',
  paper: '#182029',
  ground: '#10161D',
  hover: '#212B36',
  blue: '#6FB4EC',
  blueSoft: '#17304A',
  green: '#5FC593',
  greenSoft: '#15352A',
  amber: '#E3B04B',
  amberSoft: '#3A2D12',
  red: '#F28B85',
  redSoft: '#43201F',
  grey: '#A3AFBA',
  greySoft: '#26303A',
}

const palettes = { light, dark }
export type ThemeName = keyof typeof palettes

/** The same thing has the same colour in each chart. */
const chartColours = {
  light: ['#0B66B2', '#1F9D6B', '#C98A12', '#C8453F', '#6B7C8C', '#7A5BB5'],
  dark: ['#5AA7E4', '#4FBF8B', '#DDA83F', '#EC7A73', '#9AA8B5', '#A58BDB'],
}

const fontFamily = "'PingFang SC', 'HarmonyOS Sans SC', MiSans, 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif"
const fontFamilyCode = "ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace"
const radius = 6

const kebab = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
const variables = (palette: Record<string, string>) =>
  Object.entries(palette)
    .map(([name, value]) => `--hy-${kebab(name)}:${value};`)
    .join('')
const chartVariables = (colours: readonly string[]) => colours.map((colour, index) => `--hy-chart-${index}:${colour};`).join('')

/**
 * The palettes as CSS variables, for our own style sheets; `data-theme` on the root element is set before the first
 * paint (early.js).
 */
export const themeCss =
  `:root{color-scheme:light;${variables(light)}${chartVariables(chartColours.light)}--hy-font:${fontFamily};--hy-font-code:${fontFamilyCode};--hy-radius:${radius}px;--hy-radius-card:8px}` +
  // Paper is white in any theme.
  `@media not print{:root[data-theme=dark]{color-scheme:dark;${variables(dark)}${chartVariables(chartColours.dark)}}}`

/** The class of what has antd's variables. */
export const antdKey = 'hy-antd'

/** antd's theme from the same tokens. The algorithm is a parameter, so that pages without antd don't load it. */
export function antdTheme(name: ThemeName, algorithm: ThemeConfig['algorithm'], isStill: boolean): ThemeConfig {
  const colour = palettes[name]
  return {
    algorithm,
    cssVar: { key: antdKey },
    hashed: false,
    token: {
      colorPrimary: colour.primary,
      colorInfo: colour.blue,
      colorSuccess: colour.green,
      colorWarning: colour.amber,
      colorError: colour.red,
      colorInfoBg: colour.blueSoft,
      colorSuccessBg: colour.greenSoft,
      colorWarningBg: colour.amberSoft,
      colorErrorBg: colour.redSoft,
      colorLink: colour.blue,
      // As with buttons: a hovered link keeps its contrast.
      colorLinkHover: name === 'light' ? '#0C6EC0' : '#6FB4EC',
      colorLinkActive: colour.blue,
      colorText: colour.ink,
      colorTextSecondary: colour.inkSoft,
      colorTextTertiary: colour.inkFaint,
      colorTextDescription: colour.inkFaint,
      colorTextPlaceholder: colour.inkFaint,
      colorTextDisabled: colour.inkFaint,
      colorBgLayout: colour.ground,
      colorBgContainer: colour.paper,
      colorBgElevated: colour.paper,
      colorBorder: name === 'light' ? '#C9D1D9' : '#3C4854',
      colorBorderSecondary: colour.line,
      colorSplit: colour.line,
      borderRadius: radius,
      borderRadiusLG: 8,
      fontFamily,
      fontFamilyCode,
      fontSize: 14,
      lineHeight: 22 / 14,
      controlHeight: 32,
      // Reduced motion: no animation, and nothing waits for one to end (base.css).
      motion: !isStill,
      motionDurationSlow: '0.2s',
      motionDurationMid: '0.15s',
      motionDurationFast: '0.1s',
      boxShadowTertiary: 'none',
      // A shadow alone is invisible on the dark ground.
      ...(name === 'dark' ? { boxShadowSecondary: `0 0 0 1px ${colour.lineStrong}, 0 8px 24px rgb(0 0 0 / 50%)` } : {}),
    },
    components: {
      Button: {
        primaryColor: colour.onPrimary,
        // Keeps the contrast when hovered; the algorithm's own lighter blue is below 4.5 to 1.
        colorPrimaryHover: name === 'light' ? '#0C6EC0' : '#6FB4EC',
        colorErrorHover: name === 'light' ? '#A02420' : '#F5A39E',
        dangerColor: name === 'light' ? '#FFFFFF' : '#1A0706',
        primaryShadow: 'none',
        defaultShadow: 'none',
      },
      Table: {
        headerBg: colour.ground,
        headerColor: colour.inkSoft,
        headerSplitColor: 'transparent',
        rowHoverBg: colour.hover,
        cellPaddingInline: 12,
        cellPaddingBlock: 11,
        cellPaddingInlineMD: 12,
        cellPaddingBlockMD: 7,
        cellPaddingInlineSM: 12,
        cellPaddingBlockSM: 5,
        cellFontSizeSM: 13,
      },
      Card: { headerFontSize: 14, bodyPadding: 16 },
      Drawer: { paddingLG: 20 },
      Form: { itemMarginBottom: 20, labelColor: colour.inkSoft },
      Tooltip: { colorBgSpotlight: '#1B2733', colorTextLightSolid: '#FFFFFF' },
      Tabs: { horizontalItemPadding: '10px 0', horizontalMargin: '0 0 12px' },
    },
  }
}
