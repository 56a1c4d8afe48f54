/** `showSearch` of a list of choices: typing finds one where there are more than one overlooks at a glance. */
export const searchOf = (options: readonly unknown[]) => (options.length > 8 ? { optionFilterProp: 'label' } : false)
