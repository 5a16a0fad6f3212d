import ts from 'typescript';

/**
 * Function declarations of a script → constants that hold arrow functions, which are shorter.
 *
 * Only for a script whose functions are called after all of it has run, and use neither `this` nor `arguments`.
 */
export function toArrows(code) {
  return ts.createSourceFile('script.js', code, ts.ScriptTarget.Latest, true).statements.map(toArrow).join('\n');
}

function toArrow(statement) {
  if (!ts.isFunctionDeclaration(statement) || statement.asteriskToken) return statement.getText();
  const { name, modifiers, parameters, body } = statement;
  const isAsync = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  return `const ${name.text} = ${isAsync ? 'async ' : ''}(${parameters.map((one) => one.getText()).join(', ')}) => ${body.getText()};`;
}
