/** Nothing at this address: says so and names the ways on. */
export function NotFoundPage({ basePath }: { basePath: string }) {
  return (
    <article className="prose">
      <h1>There is nothing at this address</h1>
      <p>
        The page may have moved. Try the <a href={`${basePath}/docs`}>documentation</a> or go to the <a href={`${basePath}/`}>start page</a>.
      </p>
    </article>
  );
}
