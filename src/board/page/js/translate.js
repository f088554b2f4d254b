// @ts-check
// Words in the person's language.

/**
 * A text of the page, with what stands for its `{names}`.
 * @param {string} text in English
 * @param {Record<string, string | number>} [values]
 */
export const t = (text, values = {}) => text.replace(/\{(\w+)\}/g, (name, key) => String(values[key] ?? name));
