// @ts-check
// Words put together to what people read.

export { list, sentence } from './translate.js';
