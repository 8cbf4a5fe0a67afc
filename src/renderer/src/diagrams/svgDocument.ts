/** An SVG that was made for a page as a document that is an image by itself, in its own size. */
export function svgDocument(markup: string): { svg: string; width: number; height: number } {
  const holder = document.createElement('div');
  holder.innerHTML = markup;
  const svg = holder.querySelector('svg');
  if (!svg) throw new Error('there is nothing to draw');
  const { width, height } = svg.viewBox.baseVal;
  svg.removeAttribute('style');
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  return { svg: new XMLSerializer().serializeToString(svg), width, height };
}
