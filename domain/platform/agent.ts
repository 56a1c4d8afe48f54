const browsers: readonly [RegExp, string][] = [
  [/MicroMessenger\//, '微信'],
  [/DingTalk\//, '钉钉'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/(QQBrowser|MQQBrowser)\//, 'QQ浏览器'],
  [/(UCBrowser|UCWEB)\//, 'UC浏览器'],
  [/(OPR|Opera)\//, 'Opera'],
  [/HuaweiBrowser\//, '华为浏览器'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** Browser and system of a User-Agent by their usual names: `Chrome · Windows`. */
export function agentName(agent: string): string {
  const of = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1]
  return [of(browsers), of(systems)].filter(Boolean).join(' · ') || '未知设备'
}
