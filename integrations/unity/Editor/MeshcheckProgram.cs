using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Text;
using System.Threading.Tasks;
using UnityEngine;

namespace Meshcheck
{
    /// <summary>Runs the program on models of the project and reads what it found.</summary>
    public static class MeshcheckProgram
    {
        /// <summary>One thing to fix, or the reason why a model was not checked.</summary>
        [Serializable]
        public sealed class Issue
        {
            public string description;
            public string check_name;
            public string severity;
            public Location location;

            /// <summary>Whether the model fails because of it.</summary>
            public bool Fails
            {
                get { return severity == "blocker" || severity == "critical"; }
            }
        }

        [Serializable]
        public sealed class Location
        {
            public string path;
        }

        [Serializable]
        private sealed class Issues
        {
            public Issue[] all = new Issue[0];
        }

        /// <summary>
        /// Checks the models at paths such as "Assets/chair.fbx", and returns the issues of all, the worst
        /// first. Throws an InvalidOperationException that says why nothing could be checked.
        /// </summary>
        public static Issue[] Check(IEnumerable<string> paths, MeshcheckSettings settings)
        {
            string errors;
            string report;
            int status = Run(Arguments(settings), string.Join("\0", paths), settings.program, out report, out errors);
            if (status != 0 && status != 1 && status != 3)
            {
                throw new InvalidOperationException(errors.Trim());
            }
            // JsonUtility reads objects, not lists.
            Issue[] all = JsonUtility.FromJson<Issues>("{\"all\":" + report + "}").all;
            if (status != 0 && !Array.Exists(all, issue => issue.Fails))
            {
                throw new InvalidOperationException(errors.Trim());
            }
            return all;
        }

        private static List<string> Arguments(MeshcheckSettings settings)
        {
            string timeout = settings.timeout.ToString(CultureInfo.InvariantCulture) + "s";
            var arguments = new List<string> { "--quiet", "--format", "codequality", "--timeout", timeout };
            if (settings.profile != "")
            {
                arguments.AddRange(new[] { "--profile", settings.profile });
            }
            if (settings.checks != "")
            {
                arguments.AddRange(new[] { "--checks", settings.checks });
            }
            arguments.AddRange(settings.arguments);
            // A list on standard input may be longer than a command line.
            arguments.AddRange(new[] { "--files-from", "-" });
            return arguments;
        }

        private static int Run(List<string> arguments, string input, string program, out string output, out string errors)
        {
            var start = new ProcessStartInfo(program, string.Join(" ", arguments.ConvertAll(Quote)))
            {
                UseShellExecute = false,
                CreateNoWindow = true,
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                StandardOutputEncoding = Encoding.UTF8,
                StandardErrorEncoding = Encoding.UTF8,
            };
            try
            {
                using (Process process = Process.Start(start))
                {
                    Task<string> said = process.StandardError.ReadToEndAsync();
                    byte[] names = Encoding.UTF8.GetBytes(input);
                    try
                    {
                        process.StandardInput.BaseStream.Write(names, 0, names.Length);
                        process.StandardInput.Close();
                    }
                    catch (IOException)
                    {
                        // The program has ended, and says why.
                    }
                    output = process.StandardOutput.ReadToEnd();
                    process.WaitForExit();
                    errors = said.Result;
                    return process.ExitCode;
                }
            }
            catch (Win32Exception error)
            {
                throw new InvalidOperationException("cannot run " + program + ": " + error.Message);
            }
        }

        /// <summary>Returns an argument as the rules for command lines of Windows, and .NET everywhere, need it.</summary>
        private static string Quote(string argument)
        {
            var quoted = new StringBuilder("\"");
            int slashes = 0;
            foreach (char c in argument)
            {
                if (c == '"')
                {
                    quoted.Append('\\', slashes + 1);
                }
                slashes = c == '\\' ? slashes + 1 : 0;
                quoted.Append(c);
            }
            return quoted.Append('\\', slashes).Append('"').ToString();
        }
    }
}
